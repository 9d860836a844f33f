package dev.prodigy.lang.expr.scope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.expr.value.ListStyle;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PathTest {

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '~', textBlock = """
            a                    => a
            a.b.c                => a.b.c
            a-b.c--d             => a-b.c--d
            a[0][-1]             => a[0][-1]
            a.0.b                => a.0.b
            a[*].b               => a[*].b
            a["any \\"key\\""].b   => a["any "key""].b
            a['x}y'][ 2 ]        => a["x}y"][2]
            größe.名前           => größe.名前
            _x1                  => _x1
            """)
    void whatAPathMayBe(String text, String canonical) {
        assertThat(Path.parse(text)).hasToString(canonical);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", " a", "a ", "1a", "-a", "a-", "a.", ".a", "a..b", "a[", "a[]", "a[x]", "a[1", "a['x]", "a[1.5]",
                "a[-]", "a b", "a[@]", "$a"
            })
    void whatItMayNotBe(String text) {
        assertThat(Path.parse(text)).isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '~', textBlock = """
            a                 => {"b":[1,{"c":2}],"0":"z"}
            a.b               => [1,{"c":2}]
            a.b[1].c          => 2
            a.b[-1].c         => 2
            a.b[-3]           => -
            a.b.1.c           => 2
            a.b[2]            => -
            a.0               => "z"
            a["0"]            => "z"
            a[0]              => -
            n.x               => -
            nil               => null
            nil.x             => -
            json.k[0]         => 1
            json.missing      => -
            text.k            => -
            broken.k          => -
            a.exists          => true
            a.q.exists        => false
            groups[*].items       => [[1,2],[3]]
            groups[*].items[*]    => [1,2,3]
            groups[*].name        => ["x"]
            groups[*].nope        => []
            a[*]                  => [[1,{"c":2}],"z"]
            n[*]                  => -
            """)
    void walking(String path, String expected) {
        var value = Json.parse("""
                {"a": {"b": [1, {"c": 2}], "0": "z"}, "n": 1, "nil": null, "json": " {\\"k\\": [1]}", "text": "k", "broken": "{k",
                 "groups": [{"items": [1, 2], "name": "x"}, {"items": [3]}]}""");
        assertThat(Path.parse(path).in(value)).isEqualTo(expected.equals("-") ? null : Json.parse(expected));
    }

    @Test
    void aMemberIsAskedForOnlyWhenNeededAndHasItsOwnNature() {
        var members = new Members() {
            int asked;

            @Override
            public Binding find(String name) {
                asked++;
                return name.equals("name")
                        ? Binding.text("wf")
                        : new Binding.Present(Value.ofTexts(List.of("c1")), Nature.DATA, ListStyle.WORDS, NONE);
            }
        };
        var scope = Scope.of(Map.of("workflow", new Binding.Namespace(members)));
        assertThat(Path.parse("workflow").in(scope)).isInstanceOf(Lookup.Group.class);
        assertThat(Path.parse("workflow").isOwnedIn(scope)).isFalse();
        assertThat(Path.parse("workflow[\"name\"]").in(scope)).isEqualTo(new Lookup.NotOwned());
        assertThat(Path.parse("workflow[\"name\"]").isOwnedIn(scope)).isFalse();
        assertThat(members.asked).isZero();
        assertThat(Path.parse("workflow.name").in(scope))
                .isEqualTo(new Lookup.Found(Value.of("wf"), Nature.TEXT, ListStyle.JSON));
        assertThat(Path.parse("workflow.commits").in(scope))
                .isEqualTo(new Lookup.Found(Value.ofTexts(List.of("c1")), Nature.DATA, ListStyle.WORDS));
        assertThat(Path.parse("workflow.commits[0]").in(scope))
                .isEqualTo(new Lookup.Found(Value.of("c1"), Nature.DATA, ListStyle.JSON));
        assertThat(members.asked).isEqualTo(3);
    }

    @Test
    void namespacesMayBeNested() {
        var usage = new Binding.Namespace(Members.of(Map.of("input_tokens", Binding.data(Value.of(7)))));
        var scope = Scope.of(Map.of("claude", new Binding.Namespace(Members.of(Map.of("usage", usage)))));
        assertThat(Path.parse("claude.usage.input_tokens").in(scope)).isEqualTo(Lookup.Found.of(Value.of(7)));
        assertThat(Path.parse("claude.usage").in(scope))
                .isEqualTo(Lookup.Found.of(Json.parse("{\"input_tokens\": 7}")));
        assertThat(Path.parse("claude.usage.input_tokns").in(scope))
                .isEqualTo(new Lookup.Missing(
                        "`claude.usage` has no `input_tokns`", List.of("claude.usage.input_tokens")));
    }

    @Test
    void aPlainNameMayBeAStepIdToo() {
        var both = new Binding.Present(
                Value.of("text"),
                Nature.DATA,
                ListStyle.JSON,
                Members.of(Map.of("success", Binding.data(Value.of(true)))));
        var scope = Scope.of(Map.of("build", both));
        assertThat(Path.parse("build").in(scope)).isEqualTo(Lookup.Found.of(Value.of("text")));
        assertThat(Path.parse("build.success").in(scope)).isEqualTo(Lookup.Found.of(Value.of(true)));
        assertThat(Path.parse("build.nope").in(scope)).isInstanceOf(Lookup.Missing.class);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", nullValues = "-", quoteCharacter = '~', textBlock = """
            ouput       => output
            Output      => output
            exit-code   => exit_code
            exitcode    => exit_code
            usccess     => success
            xyz         => -
            o           => -
            """)
    void nearNames(String name, String near) {
        assertThat(NearNames.of(name, List.of("output", "exit_code", "success", "duration")))
                .isEqualTo(near == null ? List.of() : List.of(near));
    }

    @Test
    void theNearestNameComesFirst() {
        assertThat(NearNames.of("item_nam", List.of("item_game", "item_name", "item")))
                .containsExactly("item_name", "item_game");
    }
}
