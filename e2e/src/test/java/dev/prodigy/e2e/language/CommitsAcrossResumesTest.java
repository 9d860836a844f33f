package dev.prodigy.e2e.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a step commits counts since it began, however often a resume runs it anew (spec 01 §3, 03 §9).
class CommitsAcrossResumesTest {
    @NewSandbox
    private Sandbox sandbox;

    @ParameterizedTest
    @ValueSource(strings = {"none", "worktree"})
    void aMessageOfTheFailedExecutionMustMatchToo(String isolation) throws IOException {
        var workflow = sandbox.workflow("""
                isolation: %s
                commands:
                  - shell: test -e "$TRACE" || { touch "$TRACE"; git commit -q --allow-empty -m bad; exit 1; }
                    commit_config: {message_pattern: '^feat'}
                """.formatted(isolation));
        assertThat(sandbox.prodigy().run("run", workflow).exitCode()).isEqualTo(1);

        for (int resumes = 0; resumes < 2; resumes++) {
            var resumed = sandbox.prodigy().run("resume", "-o", "json");
            assertThat(resumed.exitCode()).as("%s", resumed).isEqualTo(1);
            assertThat(resumed.json().text("error.message")).contains("does not match the pattern: bad");
        }
    }

    /// Spec 01 §4, 3: the commit comes before `outputs`.
    @Test
    void theCommitOfAStepIsReadByItsOutputs() throws IOException {
        var workflow = sandbox.workflow("""
                isolation: worktree
                commands:
                  - id: s
                    shell: git commit -q --allow-empty -m one; echo x >x; echo 1.2
                    capture: version
                    auto_commit: true
                    commit_config: {message_template: "release ${version}"}
                    outputs: {count: "${step.commit_count}", version: "${version}"}
                outputs: {count: "${s.count}", version: "${s.version}"}
                """);

        var ended = sandbox.prodigy().run("run", workflow, "-y", "-o", "json");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.json().text("outputs.count")).isEqualTo("2");
        assertThat(ended.json().text("outputs.version")).isEqualTo("1.2");
        assertThat(sandbox.repository()
                        .git("log", "--topo-order", "--no-merges", "--format=%s")
                        .lines())
                .contains("release 1.2");
    }

    @Test
    void theRequiredCommitIsThatOfTheFailedExecution() throws IOException {
        var workflow = sandbox.workflow("""
                isolation: worktree
                commands:
                  - shell: test -e done && exit 0; echo x >done; git add done; git commit -q -m made; exit 1
                    commit_required: true
                """);
        assertThat(sandbox.prodigy().run("run", workflow).exitCode()).isEqualTo(1);

        var resumed = sandbox.prodigy().run("resume", "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
    }

    @Test
    void theCommitsOfAllExecutionsBecomeOne() throws IOException {
        var workflow = sandbox.workflow("""
                isolation: worktree
                commands:
                  - shell: |
                      test -e one && n=two || n=one
                      echo $n >$n; git add $n; git commit -q -m $n; test $n = two
                    commit_config: {squash: true, message_template: whole}
                """);
        assertThat(sandbox.prodigy().run("run", workflow).exitCode()).isEqualTo(1);

        var resumed = sandbox.prodigy().run("resume", "-y", "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        var log = sandbox.repository().git("log", "--topo-order", "--no-merges", "--format=%s");
        assertThat(log.lines().toList()).startsWith("whole").doesNotContain("one", "two");
        assertThat(sandbox.repository().files("HEAD")).contains("one", "two");
    }

    /// Squashing must not take in what a person has committed in between.
    @Test
    void whatAPersonHasCommittedSinceIsNotTheSteps() throws IOException {
        var workflow = sandbox.workflow("""
                isolation: none
                commands:
                  - shell: |
                      test -e one && n=two || n=one
                      echo $n >$n; git add $n; git commit -q -m $n; test $n = two
                    commit_config: {squash: true, message_pattern: '^(one|two)$'}
                """);
        assertThat(sandbox.prodigy().run("run", workflow).exitCode()).isEqualTo(1);
        sandbox.repository().write("fix", "by a person").commitAll("fix it");

        var resumed = sandbox.prodigy().run("resume", "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(sandbox.repository().git("log", "-3", "--format=%s").lines())
                .containsExactly("two", "fix it", "one");
    }

    /// What nobody had committed went with the worktree; what is on the branch did not (spec 03 §12).
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatIsLostWithTheWorktreeIsDoneAgain(boolean committed) throws IOException {
        var workflow = sandbox.workflow("""
                isolation: worktree
                commands:
                  - shell: exit 1
                    auto_commit: true
                    on_failure:
                      strategy: fallback
                      commands:
                        - {shell: 'echo one >one; echo one >>"$TRACE"', auto_commit: %s}
                        - shell: |
                            echo two >two; test -e "$TRACE.again" && exit
                            touch "$TRACE.again"; pwd >"$TRACE.there"; sleep 600
                """.formatted(committed));
        var there = sandbox.folder().resolve("trace.there");
        sandbox.prodigy()
                .start("run", workflow)
                .until("the handler waits", () -> Files.exists(there) && Files.size(there) > 0)
                .kill();
        remove(Path.of(Files.readString(there).strip()));

        var resumed = sandbox.prodigy().run("resume", "-y", "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(sandbox.repository().files("HEAD")).contains("one", "two");
        assertThat(sandbox.trace()).hasSize(committed ? 1 : 2);
    }

    private static void remove(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
