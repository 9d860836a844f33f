package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A resume that would read a mask where a secret stood is refused, wherever the process was killed, and no other is
/// (spec 05 §9).
class MaskedValueTest {
    /// The step under way when the process is killed.
    private static final String KILLED = "test -e mended";

    @TempDir
    Path temporary;

    private Desk desk;

    @BeforeEach
    void desk() throws IOException {
        desk = new Desk(temporary).with("PRODIGY_ISOLATION", "none").with("TK", "hidden-sx-7");
        desk.file("t.yml", "parameters: [{name: e}]\ncommands: ['echo $e ${e}']");
        desk.file("u.yml", "commands: ['echo $c']");
        desk.file(
                "judge.sh",
                "test -e mended && set -- 100 \"$2\"\nprintf '{\"score\":%s,\"q\":\"%s\"}' \"$1\" \"$2\"\n");
    }

    /// In each row the process is killed in KILLED; what reads is behind it, or the same step.
    @ParameterizedTest
    @CsvSource(quoteCharacter = '^', delimiter = '|', textBlock = """
            {shell: 'echo $K', on_success: [BOTH]}                                      | ${shell.output} | ${shell.exit_code}
            {shell: 'echo $K', id: s, on_success: [KILLED, READS]}                      | ${s.output}     | ${s.status}
            {shell: 'echo $K', capture: c, on_success: [KILLED, READS]}                 | ${c}            | ${c.success}
            {shell: 'echo $K', capture: c, on_success: [KILLED, READS]}                 | $c              | $d
            {shell: 'echo $K', capture: c, on_exit_code: {0: [KILLED, READS]}}          | $c              | $d
            {shell: 'echo $K; if ! test -e mended; then exit 3; fi', id: s, on_failure: [KILLED, READS]}              | ${s.output}     | ${s.exit_code}
            {shell: 'echo $K; if ! test -e mended; then exit 3; fi', on_failure: [KILLED, READS]}                     | ${error.output} | ${error.exit_code}
            {shell: 'echo $K; if ! test -e mended; then exit 3; fi', on_failure: [KILLED, READS]}                     | ${test.output}  | ${test.exit_code}
            {shell: 'echo $K; if ! test -e mended; then exit 3; fi', on_exit_code: {3: [KILLED, READS]}}              | ${error.output} | ${error.exit_code}
            {shell: 'exit 3', on_failure: {commands: ['echo $K', KILLED], capture: {h: true}, strategy: fallback, max_attempts: 1}, on_success: [READS]} | ${handler.output} | $d
            {shell: 'exit 3', on_failure: {commands: ['echo $K', KILLED], capture: {h: true}, strategy: fallback, max_attempts: 1}, on_success: [READS]} | $h | $d
            {shell: 'if ! test -e mended; then exit 3; fi', on_failure: [{shell: 'echo $K', id: h}, KILLED, READS]}   | ${h.output}     | ${h.exit_code}
            {shell: 'if ! test -e mended; then exit 3; fi', on_failure: [{shell: 'echo $K', capture: c}, KILLED, READS]} | $c           | $d
            {shell: 'echo $K', capture: c, validate: [KILLED, READS]}                   | $c              | $d
            {shell: 'echo $K', id: s, validate: [{shell: 'true', on_success: [KILLED, READS]}]} | ${s.output} | ${s.status}
            {shell: 'true', validate: {shell: 'sh judge.sh 10 $K', on_incomplete: {commands: [KILLED, READS], max_attempts: 1}}} | ${validation.q} | ${validation.score}
            {foreach: [1], do: [{shell: 'echo $K', capture: c, on_success: [KILLED, READS]}]} | $c        | $d
            {foreach: [1], do: [{foreach: [1], do: [{shell: 'echo $K', capture: c}, KILLED, READS]}]} | $c | $d
            """)
    void insideAStep(String step, String reads, String other) throws IOException {
        check("commands:\n  - STEP\n".replace("STEP", step), reads, other);
    }

    /// What a step left that is over, in a list or a phase that goes on.
    @ParameterizedTest
    @CsvSource(quoteCharacter = '^', delimiter = '|', textBlock = """
            {shell: 'echo $K', capture: c}                                                  | $c                | $d
            {shell: 'echo $K', id: s, outputs: {o: 'a-${shell.output}'}}                    | ${s.o}            | ${s.attempts}
            {foreach: [1], id: fe, do: ['echo $K']}                                         | ${fe.results}     | ${fe.total}
            {shell: exit 3, on_failure: {shell: 'echo $K', strategy: fallback, capture: {h: true}}} | $h        | $d
            {shell: exit 3, on_failure: {shell: 'echo $K', strategy: fallback}}             | ${handler.output} | $d
            {shell: 'true', on_success: 'echo $K'}                                          | ${handler.output} | $d
            {shell: 'true', on_success: {shell: 'echo $K', id: g}}                          | ${g.output}       | $d
            {shell: 'true', validate: 'sh judge.sh 100 $K'}                                 | ${validation.q}   | ${validation.score}
            """)
    void behindAStep(String step, String reads, String other) throws IOException {
        check(
                "commands:\n  - STEP\n  - foreach: [1, 2]\n    do: [READS, KILLED]\n".replace("STEP", step),
                reads,
                other);
        check("commands:\n  - STEP\n  - BOTH\n".replace("STEP", step), reads, other);
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '^', delimiter = '|', textBlock = """
            agent_template: [READS]    | reduce: ['true']  | merge: ['true']   | setup: {commands: ['echo $K', KILLED], capture_outputs: {V: 0}}
            agent_template: ['true']   | reduce: [READS]   | merge: ['true']   | setup: {commands: ['echo $K', KILLED], capture_outputs: {V: 0}}
            agent_template: ['true']   | reduce: [KILLED, READS] | merge: ['true'] | setup: {commands: ['echo $K'], capture_outputs: {V: 0}}
            agent_template: ['true']   | reduce: [{shell: 'echo $K', capture: V}, KILLED, READS] | merge: ['true'] | setup: ['true']
            """)
    void inAPhase(String map, String reduce, String merge, String setup) throws IOException {
        var workflow = "mode: mapreduce\nmap: {input: [1], MAP}\nREDUCE\nMERGE\nSETUP\n"
                .replace("MAP", map)
                .replace("REDUCE", reduce)
                .replace("MERGE", merge)
                .replace("SETUP", setup);
        check(workflow, "$V", "$W");
    }

    /// An item's handler reads what the attempt before it has left.
    @ParameterizedTest
    @CsvSource({
        "$V, 2",
        "${V.stderr}, 0",
        "${s.output}, 2",
        "${s.status}, 0",
        "${last.output}, 2",
        "${last.exit_code}, 0",
        "${error.output}, 2",
        "${error.exit_code}, 0"
    })
    void inAnItemsHandler(String reads, int exit) throws IOException {
        desk.file("flow.yml", """
                mode: mapreduce
                secrets: {K: "${env:TK}"}
                error_policy: {on_item_failure: "custom:h", handlers: {h: {steps: ['echo "%s"'], then: resolved}}}
                map: {input: [1], agent_template: [{shell: 'echo $K', capture: V, id: s}, 'echo $K; exit 3']}
                """.formatted(reads));
        assertThat(desk.call("run flow.yml").exitCode()).isZero();
        desk.kill(line -> line.contains("\"handler_started\""));

        var resumed = desk.call("resume last -o json");

        assertThat(resumed.exitCode()).as("%s", resumed).isEqualTo(exit);
        assertThat(resumed.at("error.code")).isEqualTo(exit == 2 ? "captured_secret" : "null");
        if (exit == 2) {
            assertThat(resumed.at("error.hint"))
                    .startsWith("prodigy skip mapreduce-")
                    .endsWith(" item-001");
        }
    }

    /// What is over, and what cannot see the value, reads nothing; nor does a name that means something else by then.
    @ParameterizedTest
    @CsvSource(quoteCharacter = '^', delimiter = '|', textBlock = """
            'echo $c', KILLED                                            | 0
            {shell: 'echo clean', capture: c}, KILLED, 'echo $c'         | 0
            KILLED, {shell: 'echo clean', capture: c}, 'echo $c'         | 0
            KILLED, {shell: 'echo clean', capture: c, when: 'false'}, 'echo x' | 0
            'true', KILLED, 'echo ${shell.output}${last.output}'         | 0
            KILLED, {foreach: [1], as: c, do: ['echo $c ${c}']}          | 0
            KILLED, {foreach: ['${c}'], as: c, do: ['echo $c ${c}']}     | 2
            KILLED, {shell: 'echo $c ${c}', env: {c: x}}                 | 0
            KILLED, {shell: 'echo $c', env: {c: '${c}'}}                 | 2
            KILLED, {shell: 'echo $e', env: {e: '${c}'}}                 | 2
            KILLED, {shell: 'echo x', env: {e: '${c}'}}                  | 0
            KILLED, {shell: 'sh judge.sh', env: {e: '${c}'}}             | 2
            KILLED, {foreach: [1], env: {e: '${c}'}, do: ['echo $e']}    | 2
            KILLED, {template: t.yml, with: {e: x}}                      | 0
            KILLED, {template: t.yml, with: {e: 'a${c}'}}                | 2
            KILLED, {template: u.yml}                                    | 2
            KILLED, {template: u.yml, with: {c: x}}                      | 0
            KILLED, 'c=1; echo $c'                                       | 0
            KILLED, 'c=$(date); echo "$c"'                               | 0
            KILLED, 'echo $c; c=1'                                       | 2
            KILLED, 'c=1 echo $c'                                        | 2
            KILLED, 'c=${c}1; echo $c'                                   | 2
            KILLED, 'c=$c.1; echo $c'                                    | 2
            KILLED, 'c+=1; echo $c'                                      | 2
            KILLED, 'false && c=1; echo $c'                              | 2
            KILLED, 'if false; then c=1; fi; echo $c'                    | 2
            KILLED, 'f() { c=1; }; echo $c'                              | 2
            KILLED, "echo x # $c and ${c}\\necho y"                      | 0
            KILLED, 'echo ${env.c}'                                      | 2
            KILLED, 'echo "${cmd:echo $c}"'                              | 2
            KILLED, {shell: 'true', when: 'c == "x"'}                    | 2
            KILLED, {write_file: {path: x.txt, content: 'c and c.output'}} | 0
            KILLED, {write_file: {path: x.txt, content: '$c'}}           | 2
            KILLED, 'echo "${b}"'                                        | 2
            """)
    void whereTheNameMeansSomethingElse(String steps, int exit) throws IOException {
        var workflow = """
                commands: [{shell: 'echo $K', capture: b}, {shell: 'echo $K', capture: c}, STEPS]
                """;
        assertThat(exitOf(workflow.replace("STEPS", steps), "")).as(steps).isEqualTo(exit);
    }

    /// What a command gave a loop is gone through as it was, and an earlier round's values are seen there alone.
    @ParameterizedTest
    @CsvSource(quoteCharacter = '^', delimiter = '|', textBlock = """
            {foreach: 'echo 1; echo $K', do: [KILLED, 'echo $item']}                             | 0
            {foreach: 'echo 1; echo $K', do: [KILLED, 'echo $index']}                            | 0
            {foreach: [1], do: [{shell: 'echo $K', capture: c}, KILLED]}, 'echo $c'              | 0
            {foreach: [1], do: [{shell: 'echo $K', capture: c}, 'echo $c', KILLED]}              | 0
            {shell: 'echo $K', capture: c}, {foreach: [1, 2], do: ['echo $c', {shell: 'test $item = 1', on_failure: {commands: [KILLED], strategy: fallback}}]} | 0
            {shell: 'echo $K', capture: c}, {shell: 'exit 3', on_failure: {commands: ['echo $c', KILLED], strategy: fallback}} | 0
            {shell: 'echo $K', capture: c}, {shell: 'test -e x', on_failure: {commands: ['echo $c', KILLED, 'touch x'], max_attempts: 3}} | 0
            """)
    void inRounds(String steps, int exit) throws IOException {
        var workflow = "commands: [" + steps + "]\n";
        assertThat(exitOf(workflow, "")).as(steps).isEqualTo(exit);
    }

    private void check(String workflow, String reads, String other) throws IOException {
        assertThat(exitOf(workflow, reads)).as("%s in %s", reads, workflow).isEqualTo(2);
        assertThat(exitOf(workflow, other)).as("%s in %s", other, workflow).isZero();
    }

    /// @return the exit code of the resume
    private int exitOf(String workflow, String reads) throws IOException {
        Files.deleteIfExists(desk.folder().resolve("mended"));
        var text = workflow.replace("BOTH", "'" + KILLED + "; echo \"" + reads + "\"; " + KILLED + "'")
                .replace("KILLED", "'" + KILLED + "'")
                .replace("READS", "'echo \"" + reads + "\"'");
        desk.file("flow.yml", "secrets: {K: \"${env:TK}\"}\n" + text);
        assertThat(desk.call("run flow.yml").err()).contains("EXIT_1");
        kill();
        Files.createFile(desk.folder().resolve("mended"));
        var resumed = desk.call("resume last -o json");
        if (resumed.exitCode() == 2) {
            assertThat(resumed.at("error.code")).as("%s", resumed).isEqualTo("captured_secret");
        } else if (resumed.exitCode() != 0) {
            throw new AssertionError(resumed.toString());
        }
        return resumed.exitCode();
    }

    /// Leaves of the last run's journal what stood there while the step was under way.
    private void kill() throws IOException {
        desk.kill(line -> line.contains("\"step_started\"") && line.contains(KILLED));
    }
}
