package dev.prodigy.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Messages show no part of a value that may be the half of a secret (spec 02 §11).
class ShortenedValuesTest {
    private static final String SECRET = "Qx1Qx2Qx3Qx4 Qx5Qx6Qx7Qx8Qx9Qx1-Qx2Qx3Qx4Qx5Qx6Qx7,Qx8Qx9Qx1Qx2Qx3Qx4Qx5Qx6";

    @NewDesk
    private Desk desk;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "commands: [{shell: 'echo $(( ${S} + 1 ))'}]",
                "commands: [{shell: '[[ ${S} -gt 1 ]]', interpreter: bash}]",
                "commands: [{shell: 'a=(1); echo \"${a[${S}]}\"', interpreter: bash}]",
                "commands: [{shell: 'declare -ia a; read -a a <<< ${S}', interpreter: bash}]",
                "commands: [{workflow: child.yml, with: {n: '${S}'}}]",
                "commands: [{workflow: child.yml, with: {v: '${S}'}}]",
                "commands: [{workflow: child.yml, with: {e: '${S}'}}]",
                "commands: [{workflow: child.yml, with: {l: '${S}'}}]",
                "commands: [{workflow: child.yml, with: {o: '${S}'}}]",
                "commands: [{template: child.yml, with: {n: '${S}'}}]",
                "commands: [{shell: 'echo \"$S\"', capture: C, capture_format: json}]",
                "commands: [{shell: 'echo \"{\\\"a\\\": $S}\"', capture: C, capture_format: json}]",
                "commands: [{shell: 'echo \"$S\" >r.json', validate: {result_file: r.json}}]",
                "{mode: mapreduce, setup: [{shell: 'echo \"[$S]\" >i.json'}], map: {input: i.json, agent_template: ['true']}}",
            })
    void noneHasTheHalfOfASecret(String workflow) throws IOException {
        desk.with("SRC", SECRET).file("child.yml", """
                parameters:
                  n: {type: integer, required: false}
                  v: {validation: "value == 'x'", required: false}
                  e: {enum: [a, b], required: false}
                  l: {type: array, required: false}
                  o: {type: object, required: false}
                commands: ['true']
                """);
        desk.file("w.yml", "secrets: {S: '${env:SRC}'}\n" + block(workflow) + "\n");

        var said = desk.call("run w.yml -v -o json");

        assertThat(said.exitCode()).as("%s", said).isEqualTo(1);
        assertThat(said.out() + said.err()).doesNotContain("Qx");
        assertNoPartIsStored();
    }

    /// Nor does an output of which only the end is kept begin with one.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "commands: [{shell: 'PRINT 65505 >&2; exit 3', on_failure: {shell: 'echo \"${error.output}\" | head -c 200', fail_workflow: true}}]",
                "commands: [{shell: 'PRINT 16777185', capture: c, continue_on_error: true}, {shell: 'echo \"${c}\" | head -c 200; exit 1'}]",
                "commands: [{id: a, shell: 'PRINT 16777185'}, {shell: 'echo \"${a.output}\" | head -c 200; exit 1'}]",
            })
    void noKeptEndBeginsWithTheHalfOfASecret(String workflow) throws IOException {
        var print = "{ printf %s \"$S\"; head -c COUNT /dev/zero | tr \\\\000 d; }";
        var count = workflow.replaceAll("(?s).*PRINT (\\d+).*", "$1");
        desk.with("SRC", SECRET)
                .file(
                        "w.yml",
                        "secrets: {S: '${env:SRC}'}\n"
                                + workflow.replace("PRINT " + count, print.replace("COUNT", count)) + "\n");

        var said = desk.call("run w.yml -v -o json");

        assertThat(said.exitCode()).as("%s", said).isEqualTo(1);
        assertThat(said.out() + said.err()).doesNotContain("Qx");
        assertNoPartIsStored();
    }

    private void assertNoPartIsStored() throws IOException {
        try (var files = Files.walk(desk.home())) {
            assertThat(files.filter(Files::isRegularFile)).isNotEmpty().noneMatch(ShortenedValuesTest::holdsAPart);
        }
    }

    private static String block(String workflow) {
        return workflow.startsWith("{")
                ? workflow.substring(1, workflow.length() - 1)
                        .replace(", setup:", "\nsetup:")
                        .replace(", map:", "\nmap:")
                : workflow;
    }

    private static boolean holdsAPart(Path file) {
        try {
            return Files.readString(file, ISO_8859_1).contains("Qx");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
