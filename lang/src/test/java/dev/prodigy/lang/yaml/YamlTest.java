package dev.prodigy.lang.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class YamlTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    1.10         | FLOAT   | 1.10
                    0644         | INTEGER | 0644
                    0x1F         | INTEGER | 0x1F
                    -5           | INTEGER | -5
                    .inf         | FLOAT   | .inf
                    ${NAME}      | STRING  | ${NAME}
                    yes          | STRING  | yes
                    no           | STRING  | no
                    on           | STRING  | on
                    true         | BOOLEAN | true
                    False        | BOOLEAN | False
                    null         | NULL    | null
                    ~            | NULL    | ~
                    1h30m        | STRING  | 1h30m
                    '1.10'       | STRING  | 1.10
                    "true"       | STRING  | true
                    2026-01-31   | STRING  | 2026-01-31
                    12:30        | STRING  | 12:30
                    1_000        | STRING  | 1_000
                    """)
    void aScalarKeepsItsSpelling(String written, Node.Kind kind, String text) {
        var scalar = (Node.Scalar) valueOf("a: " + written);
        assertThat(scalar.kind()).isEqualTo(kind);
        assertThat(scalar.text()).isEqualTo(text);
    }

    @Test
    void anAbsentValueIsNull() {
        assertThat(((Node.Scalar) valueOf("a:")).isNull()).isTrue();
    }

    @Test
    void positionsCountFromOne() {
        var root = map("a: 1\nbé:\n  - x\n  - \"y z\"\n");
        assertThat(root.entries().get(0).keySpan()).hasToString("f.yml:1:1");
        assertThat(root.entries().get(0).value().span()).hasToString("f.yml:1:4");
        assertThat(root.entries().get(1).keySpan().endColumn()).isEqualTo(3);
        var list = (Node.Sequence) root.entries().get(1).value();
        assertThat(list.items().get(1).span()).hasToString("f.yml:4:5");
        assertThat(list.items().get(1).span().endColumn()).isEqualTo(10);
    }

    @Test
    void jsonIsReadAsYaml() {
        var root = (Node.Mapping)
                read("{\"a\": [1, \"\\u0041\", null, {\"b\": true}]}\n").root();
        assertThat(NodeJson.of(Objects.requireNonNull(root)))
                .isEqualTo(dev.prodigy.lang.json.Json.parse("{\"a\":[1,\"A\",null,{\"b\":true}]}"));
    }

    @Test
    void anAliasStandsForItsDefinition() {
        var root = map("a: &x {k: 1}\nb: *x\n");
        assertThat(root.get("b")).isEqualTo(root.get("a"));
        assertThat(Objects.requireNonNull(root.get("b")).span()).hasToString("f.yml:1:4");
    }

    @Test
    void anAliasMeansTheLatestAnchorOfItsName() {
        assertThat(valueOf("x: [&a 1, *a, &a 2, *a]")).isEqualTo(valueOf("x: [1, 1, 2, 2]"));
        assertThat(valueOf("x: [&a [&a 1, *a], *a]")).isEqualTo(valueOf("x: [[1, 1], 1]"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {<<: {a: 1, b: 2}, b: 3}              | {a: 1, b: 3}
                    {b: 3, <<: {a: 1, b: 2}}              | {b: 3, a: 1}
                    {<<: [{a: 1}, {a: 2, b: 2}], c: 3}    | {a: 1, b: 2, c: 3}
                    {<<: {<<: {a: 1}, b: 2}, c: 3}        | {a: 1, b: 2, c: 3}
                    {'<<': 1}                             | {"<<": 1}
                    """)
    void aMergeAddsWhatIsNotGiven(String written, String same) {
        assertThat(valueOf("x: " + written)).isEqualTo(valueOf("x: " + same));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    a: 1⏎b: 2⏎a: 3              | DUPLICATE_KEY  | 3:1  | a
                    x: {1: a, "1": b}           | DUPLICATE_KEY  | 1:11 | x.1
                    x: {<<: {}, <<: {}}         | DUPLICATE_KEY  | 1:13 | `x["<<"]`
                    a: [1, &r [*r]]             | UNREADABLE     | 1:12 | a[1][0]
                    a: 1⏎---⏎b: 1               | WRONG_DOCUMENT | 3:1  | ``
                    a: !!str 5                  | INVALID_VALUE  | 1:4  | ``
                    a: !<tag:x,2000:y> 5        | INVALID_VALUE  | 1:4  | ``
                    a: ! 5                      | INVALID_VALUE  | 1:4  | ``
                    a: !b%20 5                  | INVALID_VALUE  | 1:4  | a
                    {!!merge k: 5}              | INVALID_VALUE  | 1:2  | ``
                    a: [x, !mine 5]             | INVALID_VALUE  | 1:8  | a[1]
                    ? [a]⏎: b                   | INVALID_VALUE  | 1:3  | ``
                    {<<: 5}                     | INVALID_VALUE  | 1:6  | `["<<"]`
                    {<<: [5]}                   | INVALID_VALUE  | 1:7  | `["<<"]`
                    x: &a {b: 1, <<: *a}        | UNREADABLE     | 1:18 | `x["<<"]`
                    x: &a {b: 1, <<: [*a]}      | UNREADABLE     | 1:19 | `x["<<"][0]`
                    ?⏎: 5                       | INVALID_VALUE  | 1:2  | ``
                    a: b: c                     | UNREADABLE     | 1:5  | ``
                    a: [1, 2                    | UNREADABLE     | 1:9  | ``
                    a: *nobody                  | UNREADABLE     | 1:4  | ``
                    a: "\\q"                    | UNREADABLE     | 1:6  | ``
                    a: "\\UFFFFFFFF"            | UNREADABLE     | 1:2  | ``
                    a: x␀                       | UNREADABLE     | 1:5  | ``
                    %YAML 7.1⏎---⏎a: 1          | UNREADABLE     | 1:1  | ``
                    ``                          | WRONG_DOCUMENT | 1:1  | ``
                    # nothing                   | WRONG_DOCUMENT | 1:1  | ``
                    """)
    void whatIsWrongIsNamedWithItsPlace(String text, ProblemCode code, String place, String path) {
        var problems = read(text.replace("⏎", "\n").replace("␀", "\u0000")).problems();
        assertThat(problems).singleElement().satisfies(problem -> {
            assertThat(problem.code()).isEqualTo(code);
            assertThat(problem.span().line() + ":" + problem.span().column()).isEqualTo(place);
            assertThat(problem.path()).isEqualTo(path);
            assertThat(problem.isError()).isTrue();
        });
    }

    @Test
    void severalProblemsAreReportedAtOnce() {
        var document = read("a: 1\na: 2\nb: !mine 3\nc: !!int 4\n");
        assertThat(document.problems())
                .extracting(Problem::code)
                .containsExactlyInAnyOrder(
                        ProblemCode.DUPLICATE_KEY, ProblemCode.INVALID_VALUE, ProblemCode.INVALID_VALUE);
        assertThat(document.root()).isNotNull();
    }

    @Test
    void whatIsNoYamlIsReportedAsThatAlone() {
        assertThat(read("a: 1\na: !mine 2\nb: [").problems())
                .extracting(Problem::code)
                .containsExactly(ProblemCode.UNREADABLE);
    }

    @Test
    void problemsBeforeASyntaxErrorAreNotLost() {
        assertThat(read("a: !!int 4\nb: [").problems())
                .extracting(Problem::code)
                .containsExactlyInAnyOrder(ProblemCode.UNREADABLE, ProblemCode.INVALID_VALUE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"!exponential {base: 2.0}", "!pattern 50", "!custom triage", "!batched {size: 2}", "!none"})
    void theLanguagesOwnTagsAreKept(String written) {
        var node = valueOf("a: " + written);
        assertThat("!" + node.tag()).isEqualTo(written.split(" ", 2)[0]);
        assertThat(node instanceof Node.Scalar scalar ? scalar.kind() : Node.Kind.STRING)
                .isEqualTo(Node.Kind.STRING);
    }

    /// YAML 1.2 ends a tag's shorthand at a flow indicator.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {r: {n: 3, b: !none}, x: y}      | {r: {n: 3, b: !none }, x: y}
                    {b: !none, x: y}                 | {b: !none , x: y}
                    [!fixed, &a !linear, !none]      | [!fixed , &a !linear , !none ]
                    [[!none], {x: [!fixed]}]         | [[!none ], {x: [!fixed ]}]
                    ["!none,", '!none}', a!none, !none] # !none} | ["!none,", '!none}', a!none, !none ]
                    """)
    void aTagMayEndAtAFlowIndicator(String written, String spaced) {
        var read = read(written);
        assertThat(read.problems()).isEmpty();
        assertThat(shown(read.root())).isEqualTo(shown(read(spaced).root()));
    }

    private static String shown(Node node) {
        return switch (node) {
            case Node.Scalar scalar -> scalar.tag() + ":" + scalar.kind() + ":" + scalar.text();
            case Node.Sequence list ->
                list.items().stream().map(YamlTest::shown).toList().toString();
            case Node.Mapping map ->
                map.entries().stream()
                        .map(each -> each.key() + "=" + shown(each.value()))
                        .toList()
                        .toString();
        };
    }

    @Test
    void aTagThatEndsAtAnIndicatorMovesNothing() {
        var root = map("r: {b: !none, c: d}\ne: [!fixed]\n");
        var inner = (Node.Mapping) Objects.requireNonNull(root.get("r"));
        assertThat(Objects.requireNonNull(inner.get("b")).span()).hasToString("f.yml:1:8");
        assertThat(inner.entries().get(1).keySpan()).hasToString("f.yml:1:15");
        assertThat(Objects.requireNonNull(inner.get("c")).span()).hasToString("f.yml:1:18");
        assertThat(root.entries().get(1).keySpan()).hasToString("f.yml:2:1");
        assertThat(Objects.requireNonNull(root.get("e")).span()).hasToString("f.yml:2:4");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a: !none, b", "a: !none}", "a: !none]", "[!custom[1]]", "[!custom{}]", "[!, 1]"})
    void elsewhereATagNeedsItsBlank(String written) {
        assertThat(read(written).problems()).extracting(Problem::code).containsExactly(ProblemCode.UNREADABLE);
    }

    @Test
    void aTagMayNotBeGlobalBeforeAnIndicatorEither() {
        assertThat(read("[!!str, 5]").problems()).singleElement().satisfies(problem -> {
            assertThat(problem.code()).isEqualTo(ProblemCode.INVALID_VALUE);
            assertThat(problem.span()).hasToString("f.yml:1:2");
        });
    }

    @Test
    void invalidBytesAreNamedWithTheirPlace() {
        var bytes = "a: 1\nb: x?y".getBytes(StandardCharsets.UTF_8);
        bytes[9] = (byte) 0xff;
        var document = Yaml.read("f.yml", bytes);
        assertThat(document.root()).isNull();
        assertThat(document.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.code()).isEqualTo(ProblemCode.UNREADABLE);
            assertThat(problem.message()).contains("UTF-8").contains("0xFF");
            assertThat(problem.span()).hasToString("f.yml:2:5");
        });
    }

    @Test
    void anIncompleteCharacterAtTheEndIsNotUtf8() {
        var document = Yaml.read("f.yml", new byte[] {'a', (byte) 0xc3});
        assertThat(document.problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).contains("UTF-8"));
    }

    @Test
    void aByteOrderMarkIsDropped() {
        var document = Yaml.read("f.yml", "\uFEFFa: 1".getBytes(StandardCharsets.UTF_8));
        assertThat(document.problems()).isEmpty();
        assertThat(((Node.Mapping) Objects.requireNonNull(document.root())).get("a"))
                .isNotNull();
    }

    @Test
    void aBillionLaughsIsRefusedQuickly() {
        var text = new StringBuilder("l0: &l0 lol\n");
        for (int i = 1; i < 30; i++) {
            text.append("l%d: &l%d [".formatted(i, i))
                    .append(("*l" + (i - 1) + ", ").repeat(9))
                    .append("]\n");
        }
        assertTooLarge(text.toString());
    }

    @Test
    void aBillionLaughsByMergeIsRefusedQuickly() {
        var text =
                new StringBuilder("m0: &m0 {x: [").append("y, ".repeat(20_000)).append("y]}\n");
        for (int i = 1; i < 100; i++) {
            text.append("m%d: {a: *m0, b: *m0, c: *m0, d: *m0, e: *m0}\n".formatted(i));
        }
        assertTooLarge(text.toString());
    }

    @Test
    void theLimitsAreInclusive() {
        assertThat(read(nested(100)).problems()).isEmpty();
        assertTooLarge(nested(101));
        assertThat(read("a: &a 1\nb: [" + "*a, ".repeat(1000) + "]").problems()).isEmpty();
        assertTooLarge("a: &a 1\nb: [" + "*a, ".repeat(1001) + "]");
        assertThat(read("a: &a " + nested(60) + "\nb: " + "[".repeat(39) + "*a" + "]".repeat(39))
                        .problems())
                .isEmpty();
        assertTooLarge("a: &a " + nested(60) + "\nb: " + "[".repeat(40) + "*a" + "]".repeat(40));
    }

    @Test
    void deepNestingIsRefusedNotAnOverflow() {
        assertTooLarge("[".repeat(200_000));
        assertTooLarge("- ".repeat(200_000));
        assertTooLarge("{a: ".repeat(100_000));
        assertTooLarge(blockNested(3000));
    }

    @Test
    void aFileBeyondTenMebibytesIsNotEvenRead() {
        var bytes = new byte[10 * 1024 * 1024 + 1];
        assertThat(Yaml.read("f.yml", bytes).problems())
                .singleElement()
                .extracting(Problem::code)
                .isEqualTo(ProblemCode.TOO_LARGE);
    }

    @Test
    void aQuoteThatIsNeverClosedIsShownWhereItOpens() {
        var problem = read("name: x\ncommands:\n  - shell: \"abc\n").problems().getFirst();
        assertThat(problem.span().line()).isEqualTo(3);
        assertThat(problem.span().column()).isEqualTo(12);
        assertThat(problem.hint()).isEqualTo("The quote that opens here is never closed.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a: ", "a: |\n  ", "a: '", "# "})
    void aLongLineTakesTimeByItsLength(String before) {
        var line = before + "a".repeat(9 << 20) + (before.endsWith("'") ? "'" : "") + "\n";
        var document = assertTimeout(Duration.ofSeconds(20), () -> read(line + "b: 1\n")); // the square takes a minute
        assertThat(document.problems()).isEmpty();
    }

    private static void assertTooLarge(String text) {
        var document = assertTimeout(Duration.ofMinutes(1), () -> read(text)); // quadratic time would be hours
        assertThat(document.root()).isNull();
        assertThat(document.problems()).extracting(Problem::code).containsExactly(ProblemCode.TOO_LARGE);
    }

    private static String nested(int levels) {
        return "[".repeat(levels) + "]".repeat(levels);
    }

    private static String blockNested(int levels) {
        var text = new StringBuilder();
        for (int i = 0; i < levels; i++) {
            text.append(" ".repeat(i)).append("a:\n");
        }
        return text.toString();
    }

    private static Document read(String text) {
        return Yaml.read("f.yml", text);
    }

    private static Node.Mapping map(String text) {
        var document = read(text);
        assertThat(document.problems()).isEmpty();
        return (Node.Mapping) Objects.requireNonNull(document.root());
    }

    private static Node valueOf(String text) {
        return map(text).entries().getFirst().value();
    }
}
