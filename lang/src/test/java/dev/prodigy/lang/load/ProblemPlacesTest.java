package dev.prodigy.lang.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.source.Problem;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 01 §14, 05 §2.3: line and column name the value, the path is its path in the file that holds it.
class ProblemPlacesTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {shell: x, when: "lenght(a)"}                     | INVALID_EXPRESSION 1:20 commands[0].when -> length | (at character 1)
                    {shell: x, when: a ==}                            | INVALID_EXPRESSION 1:20 commands[0].when          | (at character 5)
                    {shell: "echo a ${item.x}"}                       | UNDEFINED_REFERENCE 1:11 commands[0].shell        | `item`
                    {shell: "echo ab ${upper(workflow.name, 2)}"}     | INVALID_EXPRESSION 1:11 commands[0].shell         | `${upper(workflow.name, 2)}`
                    {shell: x, cwd: "ab${item.x}"}                    | UNDEFINED_REFERENCE 1:19 commands[0].cwd          | `item`
                    """)
    void aProblemInsideOfATextOfOneLineIsPlacedAtTheText(String step, String shown, String part) {
        var problems = Workflows.problems("- " + step);
        assertThat(problems).extracting(Workflows::shown).containsExactly(shown);
        assertThat(problems.getFirst().message()).contains(part);
    }

    @Test
    void aWarningAboutShellTextSaysWhatPartIsMeant() {
        var problems = Workflows.problems("""
                - {shell: x, capture: c}
                - shell: awk "{print ${c}}" file
                """);
        assertThat(problems).extracting(Workflows::shown).containsExactly("SHELL_SPLICE 2:10 commands[1].shell");
        assertThat(problems.getFirst().message()).contains("${c}");
    }

    @Test
    void inATextOfSeveralLinesTheInnerPlaceIsTold() {
        assertThat(Workflows.problems("- shell: |\n    echo a\n    echo ${item.x}\n- shell: 'echo\n    ${item.y}'"))
                .extracting(Workflows::shown)
                .containsExactly(
                        "UNDEFINED_REFERENCE 3:10 commands[0].shell", "UNDEFINED_REFERENCE 5:5 commands[1].shell");
    }

    @Test
    void aTemplatesParameterIsWrongWhereItsValueStands() {
        var template = "parameters: [{name: a, default: 1}, {name: n, type: integer}]\ncommands: [\"echo ${n} ${a}\"]";
        var workflow = "template: {source: t, with: {n: x}}\n";
        assertThat(places(Map.of(Workflows.FILE, workflow, "templates/t.yml", template)))
                .containsExactly("f.yml INVALID_PARAMETER 1:33 template.with.n");
    }

    @Test
    void whatImportsBringDoesNotCountInTheFilesOwnLists() {
        var files = Map.of(
                Workflows.FILE,
                "imports: [a.yml]\ncommands:\n  - {shell: x, id: z, zzz: 1}\n",
                "a.yml",
                "commands:\n  - {shell: y, id: z}\n");
        assertThat(places(files))
                .containsExactly("f.yml DUPLICATE_ID 3:20 commands[0].id", "f.yml UNKNOWN_KEY 3:23 commands[0].zzz");
        assertThat(Workflows.load(files).problems().getFirst().message()).contains("already given at a.yml:2:20");
    }

    /// A list stands for `{commands: list}`, whatever it is composed of.
    @Test
    void aListAsTheDocumentHasThePathsOfItsCommands() {
        var files = Map.of(
                Workflows.FILE,
                "- {template: t.yml, with: {a: 1, p: 2}}\n- {shell: x, zzz: 1}\n- echo ${item.x}\n",
                "t.yml",
                "parameters: [a]\ncommands: ['echo ${a}']");
        assertThat(places(files))
                .containsExactly(
                        "f.yml UNKNOWN_PARAMETER 1:34 commands[0].with.p -> a",
                        "f.yml UNKNOWN_KEY 2:14 commands[1].zzz",
                        "f.yml UNDEFINED_REFERENCE 3:3 commands[2]");
    }

    private static Stream<String> places(Map<String, String> files) {
        return Workflows.load(files).problems().stream().map(ProblemPlacesTest::shown);
    }

    private static String shown(Problem problem) {
        return problem.span().file() + " " + Workflows.shown(problem);
    }
}
