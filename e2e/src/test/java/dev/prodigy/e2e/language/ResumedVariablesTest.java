package dev.prodigy.e2e.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever a step could read before a run ended, it reads after a resume too: the journal is the only memory
/// (spec 01 §7, 03 §14).
class ResumedVariablesTest {
    @NewSandbox
    private Sandbox sandbox;

    @Test
    void aResumedStepReadsWhatItReadBefore() throws IOException {
        var workflow = sandbox.workflow("""
                env:
                  CHOSEN: {condition: "${r.a} == 5", when_true: "yes", when_false: "no"}
                  Y: "y ${r.a}"
                  Z: "z ${Y}"
                commands:
                  - shell: |
                      echo "${Y:-unset} ${step.name:-none}" >>"$TRACE"
                  - shell: 'echo "{\\"a\\": 5}"; echo 1 >new.rs; git add -A; git commit -qm c1'
                    id: one
                    capture: r
                    capture_format: json
                    outputs: {f: {file_pattern: "*.rs"}}
                  - {shell: 'printf "a b\\nc\\n"', capture: lines, capture_format: lines}
                  - {foreach: [1, 2], do: [{shell: 'echo r${item}'}], id: loop}
                  - {shell: 'true', when: "false", id: left_out, capture: never}
                  - {shell: 'echo t; exit 9', continue_on_error: true, id: tolerated, capture: tc}
                  - {shell: 'test -e mended', on_failure: {shell: 'echo mending; touch mended', id: fixer}}
                  - shell: exit 4
                    on_failure: {commands: [{shell: 'echo q', id: cleaner, capture: HQ}], capture: {HO: all}, strategy: cleanup}
                    continue_on_error: true
                  - {shell: 'true', validate: 'echo "{\\"score\\": 100, \\"m\\": 1}"'}
                  - {claude: 'hi', id: agent}
                  - shell: |
                      printf '%s|' "$CHOSEN" "$Y" "$Z" ${r.a} ${r.exit_code} ${one.f} ${one.commits|length} ${one.files_changed} \\
                        "${lines}" ${lines:words} "${loop.results[1].output}" ${loop.successful} ${left_out.status} \\
                        ${tolerated.exit_code} ${tolerated.status} "${tc}" ${validation.m} ${validation.completion} \\
                        ${fixer.output} "${HO}" ${HQ} ${cleaner.status} ${handler.output} ${agent.usage.input_tokens} \\
                        ${claude.model} ${step.name} "${last.output}" "${step.files_added}" "${workflow.files_added}" \\
                        ${workflow.commit_count} ${workflow.insertions} ${workflow.iteration} >>"$TRACE"
                      echo >>"$TRACE"
                      test -n "$REPAIRED"
                  - {shell: 'echo "end ${tc.exit_code}" >>"$TRACE"'}
                outputs: {file: "${one.f}", added: "${workflow.files_added}"}
                """);

        var failed = sandbox.prodigy().run("run", workflow, "-o", "json");
        assertThat(failed.exitCode()).as("%s", failed).isEqualTo(1);
        var resumed = sandbox.prodigy().with("REPAIRED", "1").run("resume", "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isEqualTo(3);
        var expected = "yes|y 5|z y 5|5|0|new.rs|1|new.rs|a b\nc|a b|c|r2|2|skipped|9|tolerated|t|1|100|mending|q|q|"
                + "succeeded|q|10|fake-1|agent|done with none||mended new.rs|1|1|1|";
        assertThat(String.join("\n", sandbox.trace()))
                .isEqualTo("unset none\n" + expected + "\n" + expected + "\nend 9");
        assertThat(resumed.json().text("outputs.file")).isEqualTo("new.rs");
        assertThat(resumed.json().text("outputs.added")).isEqualTo("[\"mended\",\"new.rs\"]");
        assertThat(sandbox.journal().events("step_started").stream()
                        .filter(each -> each.text("step").equals("commands[1]")))
                .hasSize(1);
    }

    /// What the user had not committed before the run is none of its changes.
    @ParameterizedTest
    @ValueSource(strings = {"commands: [{shell: STEP}, {shell: 'test -n \"$REPAIRED\"'}, {shell: SAY}]", """
                mode: mapreduce
                map: {input: [1], agent_template: [{shell: STEP}]}
                reduce: [{shell: 'test -n "$REPAIRED"'}, {shell: SAY}]
                """})
    void whatARunInPlaceChangedIsReadAfterAResumeToo(String steps) throws IOException {
        var workflow = sandbox.workflow("isolation: none\n"
                + steps.replace("STEP", "echo n >made; echo more >>found")
                        .replace("SAY", "'echo ${workflow.files_added} / ${workflow.files_modified} >>\"$TRACE\"'"));
        var tree = sandbox.repository().directory();
        Files.writeString(tree.resolve("found"), "before\n");
        Files.writeString(tree.resolve("alone"), "before\n");

        var failed = sandbox.prodigy().run("run", workflow, "-o", "json");
        assertThat(failed.exitCode()).as("%s", failed).isEqualTo(1);
        var resumed = sandbox.prodigy().with("REPAIRED", "1").run("resume", "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(sandbox.trace()).containsExactly("made / found");
    }

    /// What a step found is no view: cleaners of views do not take it (spec 05 §2.10, §5.1).
    @Test
    void aStepIsComparedWithWhatItFoundThoughViewsAreGone() throws IOException {
        var workflow = sandbox.workflow("""
                commands:
                  - shell: echo x > found.txt
                  - shell: echo report > r.html; test -n "$REPAIRED" || kill -9 $PPID
                    id: b
                    outputs: {report: {file_pattern: "*.html"}}
                outputs: {report: "${b.report}", changed: "${b.files_changed}"}
                """);

        var killed = sandbox.prodigy().run("run", workflow);
        assertThat(killed.exitCode()).as("%s", killed).isEqualTo(137);
        var cleaned = sandbox.prodigy().run("clean", "state", "--older-than", "0s", "-f");
        assertThat(cleaned.exitCode()).as("%s", cleaned).isZero();
        var resumed = sandbox.prodigy().with("REPAIRED", "1").run("resume", "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(resumed.json().text("outputs.report")).isEqualTo("r.html");
        assertThat(resumed.json().text("outputs.changed")).isEqualTo("[\"r.html\"]");
    }
}
