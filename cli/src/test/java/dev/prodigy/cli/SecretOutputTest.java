package dev.prodigy.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A value with a secret is used in memory and masked wherever it is written (spec 05 §9).
class SecretOutputTest {
    private static final String SECRET = "hidden-sx-7";
    private static final String PIN = "48151623";

    @TempDir
    Path temporary;

    private Desk desk;

    @BeforeEach
    void desk() throws IOException {
        desk = new Desk(temporary)
                .with("PRODIGY_ISOLATION", "none")
                .with("TK", SECRET)
                .with("PIN", PIN);
        desk.file("child.yml", """
                secrets: {K: "${env:TK}"}
                commands: [{shell: 'echo user:$K', capture: o}]
                outputs: {o: "${o}", commit: "${o}", plain: p}
                """);
    }

    @Test
    void aCallerGetsTheOutputOfAWorkflowAsItIs() throws IOException {
        desk.file("outer.yml", "commands: [{id: s, workflow: child.yml}]\noutputs: {o: '${s.o}'}");
        desk.file("flow.yml", """
                workflows: {outer: {source: outer.yml}}
                commands:
                  - {id: s, workflow: child.yml, capture: whole}
                  - shell: test "${s.o} ${outer.o} ${s.commit}" = "user:$TK user:$TK user:$TK"
                  - shell: test "$(printf %s "${s.output}${whole}" | grep -oF "$TK" | wc -l)" -eq 4
                  - {shell: 'echo ${s.o}'}
                outputs: {o: "${s.o}"}
                """);
        var said = desk.call("run flow.yml -o json");
        assertThat(said.exitCode()).as("%s", said).isZero();
        assertThat(said.at("outputs.o")).isEqualTo("user:***");
        assertNoFileHas(SECRET);
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', delimiter = '|', textBlock = """
            ${s.o}      | 2
            ${s.commit} | 2
            ${s.output} | 2
            ${s.plain}  | 0
            """)
    void aResumeDoesNotTakeTheMaskForTheOutput(String reads, int exit) throws IOException {
        desk.file(
                "flow.yml",
                "commands: [{id: s, workflow: child.yml}, {shell: 'echo \"" + reads + "\"; test -e mended'}]");
        resumes(exit);
    }

    @Test
    void aChildGivesNoMaskForWhatItCaptured() throws IOException {
        desk.file("captures.yml", """
                secrets: {K: "${env:TK}"}
                commands: [{shell: 'echo user:$K', capture: o}, {shell: 'test -e mended'}]
                """);
        desk.file("flow.yml", "commands: [{id: s, workflow: captures.yml}, {shell: 'echo \"${s.o}\" >given'}]");
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(1);
        Files.createFile(desk.folder().resolve("mended"));
        var resumed = desk.call("resume last -o json");
        assertThat(resumed.exitCode()).as("%s", resumed).isEqualTo(2);
        assertThat(resumed.at("error.code")).isEqualTo("captured_secret");
        assertThat(desk.folder().resolve("given")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({"number", "json"})
    void aSecretThatIsANumberIsMaskedInWhatAStepCaptured(String format) throws IOException {
        desk.file("flow.yml", """
                secrets: {K: "${env:PIN}"}
                commands:
                  - {shell: 'echo $K', capture: c, capture_format: FORMAT}
                  - {shell: 'test ${c} -eq "$PIN" && test -e mended'}
                """.replace("FORMAT", format));
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(1);
        assertNoFileHas(PIN);
        assertThat(desk.call("events last").out()).doesNotContain(PIN);
        var resumed = desk.call("resume last -o json");
        assertThat(resumed.exitCode()).as("%s", resumed).isEqualTo(2);
        assertThat(resumed.at("error.code")).isEqualTo("captured_secret");
    }

    /// A list that reacts to the step is told of it too.
    @Test
    void norIsSuchANumberInWhatAHandlerReactsTo() throws IOException {
        desk.file("flow.yml", """
                secrets: {K: "${env:PIN}"}
                commands: [{shell: 'echo $K', capture: c, capture_format: number, on_success: 'test ${c} -eq "$PIN"'}]
                """);
        var ended = desk.call("run flow.yml");
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertNoFileHas(PIN);
    }

    /// Whatever the value came from: items would run with the mask in its place.
    @ParameterizedTest
    @CsvSource(quoteCharacter = '^', delimiter = '|', textBlock = """
            capture_outputs: {V: 0}                                        | ${V}              | 2
            capture_outputs: {V: {index: 0, pattern: "(user)"}}            | ${V}              | 0
            capture_outputs: {V: {index: 0, pattern: "[:](.)"}}            | ${V}              | 2
            capture_outputs: {V: 0}                                        | V                 | 0
            """)
    void norForWhatSetupCaptured(String captures, String reads, int exit) throws IOException {
        desk.file("flow.yml", """
                mode: mapreduce
                secrets: {K: "${env:TK}"}
                setup: {commands: ['echo user:$K'], CAPTURES}
                map: {input: [1], agent_template: [{shell: 'true'}]}
                reduce: [{shell: 'test -e mended'}, {shell: 'echo "READS"'}]
                """.replace("CAPTURES", captures).replace("READS", reads));
        resumes(exit);
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '^', delimiter = '|', textBlock = """
            {shell: exit 3, on_failure: {shell: 'echo hh $K', strategy: fallback}}           | ${handler.output} | 2
            {shell: exit 3, on_failure: {shell: 'echo hh $K', strategy: fallback, capture: {h: true}}} | ${h} | 2
            {shell: exit 3, on_failure: {shell: 'echo hh', strategy: fallback}}              | ${handler.output} | 0
            {shell: 'true', validate: {shell: 'sh judge.sh $K'}}  | ${validation.q}   | 2
            {shell: 'true', validate: {shell: 'sh judge.sh $K'}}  | ${validation.score} | 0
            """)
    void norForWhatHandlersAndValidationLeft(String step, String reads, int exit) throws IOException {
        desk.file("judge.sh", "printf '{\"score\":100,\"q\":\"%s\"}' \"$1\"\n");
        desk.file(
                "flow.yml",
                "secrets: {K: \"${env:TK}\"}\ncommands:\n  - " + step + "\n  - shell: 'test -e mended'\n"
                        + "  - shell: 'echo \"" + reads + "\"'\n");
        resumes(exit);
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '^', delimiter = '|', textBlock = """
            ${fe.output}        | 2
            ${fe.results}       | 2
            ${last.output}      | 2
            ${all}              | 2
            ${all.success}      | 0
            ${fe.total}         | 0
            """)
    void norForRoundsOfALoopThatIsNotOver(String reads, int exit) throws IOException {
        desk.file("flow.yml", """
                secrets: {K: "${env:TK}"}
                commands:
                  - foreach: [1, 2]
                    id: fe
                    capture: all
                    do: [{shell: 'test ${item} = 1 || test -e mended'}, {shell: 'echo ${item} $K'}]
                  - {shell: 'echo "READS"'}
                """.replace("READS", reads));
        resumes(exit);
    }

    private void resumes(int exit) throws IOException {
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(1);
        Files.createFile(desk.folder().resolve("mended"));
        var resumed = desk.call("resume last -o json");
        assertThat(resumed.exitCode()).as("%s", resumed).isEqualTo(exit);
        if (exit == 2) {
            assertThat(resumed.at("error.code")).isEqualTo("captured_secret");
        }
    }

    private void assertNoFileHas(String secret) throws IOException {
        try (var files = Files.walk(desk.home()).filter(Files::isRegularFile)) {
            for (var file : files.toList()) {
                assertThat(Files.readString(file, ISO_8859_1)).as("%s", file).doesNotContain(secret);
            }
        }
    }
}
