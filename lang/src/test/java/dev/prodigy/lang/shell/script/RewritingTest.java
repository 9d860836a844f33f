package dev.prodigy.lang.shell.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.shell.ShellText;
import dev.prodigy.lang.shell.Values;
import dev.prodigy.lang.shell.request.Dialect;
import dev.prodigy.lang.shell.request.Fill;
import dev.prodigy.lang.shell.request.Resolver;
import dev.prodigy.lang.shell.request.ShellRequest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What is written and what is run, by the places of spec 01 §9.2 and the rules of §9.3.
class RewritingTest {

    private static final Values VALUES = new Values()
            .data("d", "D")
            .data("e", "E")
            .data("n", "7")
            .words("w", "p q", "r")
            .words("none")
            .text("t", "a b")
            .text("quote", "'a")
            .text("comment", "# it's")
            .text("here", "<<EOF")
            .text("eof", "EOF")
            .text("backslash", "\\")
            .text("dollar", "$")
            .put("m:-'${d}' ${x:-${e}}", new Fill.Fallback("'${d}' ${x:-${e}}"))
            .put("m:-a\\}${x:-\\}}b", new Fill.Fallback("a\\}${x:-\\}}b"))
            .put("m:-a\\\\$${d} # ${e}", new Fill.Fallback("a\\\\$${d} # ${e}"))
            .put("raw", new Fill.Raw("$(ls; x)"))
            .put(
                    "parts",
                    new Fill.Parts(List.of(
                            new Fill.Text("a"),
                            new Fill.Data("D"),
                            new Fill.Parts(List.of(new Fill.Text("b "), new Fill.Words(List.of("E")))),
                            new Fill.Foreign(),
                            new Fill.Text("'"),
                            new Fill.Data("F"),
                            new Fill.Text("'"))));

    /// `d` and `e` are data, `w` are the words "p q" and "r", `none` is no word, `t` is the text `a b`.
    static Stream<Arguments> rows() throws IOException {
        try (InputStream table = RewritingTest.class.getResourceAsStream("rewriting.txt")) {
            String text = new String(Objects.requireNonNull(table).readAllBytes(), StandardCharsets.UTF_8);
            return Stream.of(text.split("---\n", -1)).skip(1).map(row -> {
                String[] sides = row.split("\n=> ", -1);
                return Arguments.of(sides[0], sides[1].substring(0, sides[1].length() - 1));
            });
        }
    }

    @ParameterizedTest
    @MethodSource("rows")
    void isRewritten(String written, String run) {
        assertThat(script(written, VALUES)).isEqualTo(run);
    }

    private static String script(String written, Resolver resolver) {
        ShellText text = ShellText.of(ShellRequest.bash(written, resolver));
        assertThat(text).isInstanceOf(ShellText.Ready.class);
        return ((ShellText.Ready) text).text().replace("PRODIGY_V", "V");
    }

    @Test
    void equalValuesShareAVariable() {
        ShellText text = ShellText.of(ShellRequest.bash("echo ${d} ${e} ${d}", VALUES));
        assertThat(((ShellText.Ready) text).exported())
                .containsExactly(Map.entry("PRODIGY_V1", "D"), Map.entry("PRODIGY_V2", "E"));
    }

    @Test
    void aPlaceholderIsAskedForOnceEvenWhenItIsReadTwice() {
        List<String> asked = new ArrayList<>();
        script("((echo ${a}); echo ${b}) # ${c}", body -> {
            asked.add(body);
            return new Fill.Data("x");
        });
        assertThat(asked).containsExactly("a", "b");
    }

    @Test
    void soIsOneInADefault() {
        List<String> asked = new ArrayList<>();
        script("((echo ${m:-${a}}); echo ${b}) # ${c}", body -> {
            asked.add(body);
            return body.startsWith("m") ? new Fill.Fallback("${a}") : new Fill.Data("x");
        });
        assertThat(asked).containsExactly("m:-${a}", "a", "b");
    }

    @Test
    void aFailureInADefaultIsReportedAtItsPlaceholder() {
        Values values = new Values().put("m:-${n}", new Fill.Fallback("${n}")).data("n", "x");
        assertThat(ShellText.of(ShellRequest.bash("echo $((${m:-${n}}))", values)))
                .isInstanceOfSatisfying(
                        ShellText.Refused.class,
                        refused -> assertThat(refused.offset()).isEqualTo(8));
    }

    @Test
    void theBodyIsGivenAsWritten() {
        List<String> asked = new ArrayList<>();
        script("echo ${ a.b :-{x} \\} '${c}' } ${x:-${y}} \"${z[\"k\"]}\"", body -> {
            asked.add(body);
            return new Fill.Foreign();
        });
        assertThat(asked).containsExactly(" a.b :-{x} \\} '${c}' ", "c", "x:-${y}", "y", "z[\"k\"]");
    }

    @Test
    void aTextWithoutPlaceholdersIsLeftAlone() {
        String text = "cat <<'E'\n$(( \"\nE\nfor ((;;)); do x[; done '";
        assertThat(script(text, VALUES)).isEqualTo(text);
    }

    @Test
    void inDashADollarBeforeAnApostropheIsNoQuote() {
        ShellText text =
                ShellText.of(ShellRequest.bash("echo $'a\\' ${d}", VALUES).in(Dialect.DASH));
        assertThat(((ShellText.Ready) text).text()).isEqualTo("echo $'a\\' \"${PRODIGY_V1}\"");
    }

    @Test
    void theFirstFailureIsReportedWithItsPlace() {
        Values values = new Values().put("bad", new Fill.Failed("UNDEFINED_VARIABLE", "no 'bad'"));
        assertThat(ShellText.of(ShellRequest.bash("# ${bad}\necho '${bad}'", values)))
                .isEqualTo(new ShellText.Refused("UNDEFINED_VARIABLE", "no 'bad'", 15));
    }

    @Test
    void aHereDocumentCannotBeDelimitedByAValue() {
        assertThat(ShellText.of(ShellRequest.bash("cat <<${d}\nD\n", VALUES)))
                .isInstanceOfSatisfying(
                        ShellText.Refused.class,
                        refused -> assertThat(refused.code()).isEqualTo("VALUE_IS_CODE"));
    }
}
