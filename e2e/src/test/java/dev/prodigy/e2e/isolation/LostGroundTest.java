package dev.prodigy.e2e.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.launcher.Ended;
import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a run works on is not there, or not there any more: no item pays for it (spec 03 §1, §12).
class LostGroundTest {
    private static final String STOPS_AT_TWO = """
            mode: mapreduce
            map:
              input: [1, 2, 3]
              max_parallel: 1
              error_policy: {on_item_failure: stop}
              agent_template:
                - shell: |
                    echo ${item} >>"$TRACE"
                    echo ${item} >w${item}; git add .; git commit -qm w${item}; [ ${item} != 2 ]
            """;

    @NewSandbox
    private Sandbox sandbox;

    @ParameterizedTest
    @ValueSource(strings = {"resume", "dlq retry"})
    void aRepositoryThatWasMovedAwayIsMissedBeforeAnythingRuns(String command) throws IOException {
        var run = stopped().json().text("run_id");
        var there = sandbox.repository().directory();
        var elsewhere = Files.move(there, there.resolveSibling("elsewhere"));
        long before = sandbox.journal().events().size();

        var refused = goOn(command, run, elsewhere);

        assertRefused(refused, there);
        assertThat(sandbox.journal().events()).hasSize((int) before);
        Files.move(elsewhere, there);
        goOn(command, run, there);
        assertThat(sandbox.trace()).hasSizeGreaterThan(2);
    }

    @Test
    void aDirectoryThatIsNoRepositoryAnyMoreIsNotWorkedInInPlace() throws IOException {
        var run = stopped().json().text("run_id");
        var there = sandbox.repository().directory();
        Files.move(there.resolve(".git"), sandbox.folder().resolve("kept.git"));

        var refused = goOn("resume", run, there);

        assertRefused(refused, there);
        assertThat(sandbox.journal().count("workflow_resumed")).isZero();
    }

    @Test
    void aSessionWhoseCommitsAreGoneFailsTheRunAndNoItem() throws IOException {
        var run = stopped().json().text("run_id");
        var tip = sandbox.repository().git("rev-parse", "prodigy/" + run);
        forgetAllButMain();

        var failed = goOn("resume", run, sandbox.repository().directory());

        assertThat(failed.exitCode()).as("%s", failed).isEqualTo(1);
        assertThat(failed.json().text("status")).isEqualTo("failed");
        assertThat(failed.json().text("error.message")).contains(tip);
        assertThat(failed.json().number("items.pending")).isEqualTo(1);
        assertThat(failed.err()).doesNotContain("NOT_TIDIED");
        assertThat(sandbox.trace()).containsExactly("1", "2");
        assertThat(sandbox.journal().count("agent_failed")).isEqualTo(1);
    }

    private void forgetAllButMain() throws IOException {
        var repository = sandbox.repository();
        var trees = repository
                .git("worktree", "list", "--porcelain")
                .lines()
                .filter(line -> line.startsWith("worktree "))
                .map(line -> line.substring("worktree ".length()))
                .toList();
        for (var tree : trees.subList(1, trees.size())) {
            repository.git("worktree", "remove", "-ff", tree);
        }
        for (var prefix : List.of("refs/heads/prodigy", "refs/heads/prodigy-items", "refs/prodigy")) {
            for (var ref : repository.refs(prefix)) {
                repository.git("update-ref", "-d", ref);
            }
        }
        repository.git("reflog", "expire", "--expire=now", "--all");
        repository.git("gc", "-q", "--prune=now");
    }

    @Test
    void outsideOfARepositoryTheHintSaysHowToMakeOne() throws IOException {
        var flow = sandbox.workflow(STOPS_AT_TWO);
        var outside = Files.createDirectories(sandbox.folder().resolve("outside"));

        var refused = sandbox.prodigy().in(outside).run("run", flow, "--isolation", "worktree", "-o", "json");

        assertThat(refused.exitCode()).as("%s", refused).isEqualTo(2);
        assertThat(refused.json().text("error.hint")).contains("git init", "first commit", "--isolation none");
    }

    private Ended stopped() throws IOException {
        var stopped = sandbox.prodigy().run("run", sandbox.workflow(STOPS_AT_TWO), "-y", "-o", "json");
        assertThat(stopped.exitCode()).as("%s", stopped).isEqualTo(4);
        return stopped;
    }

    private Ended goOn(String command, String run, Path directory) {
        var words = (command + " " + run + " -y -o json").split(" ", -1);
        return sandbox.prodigy().in(directory).run(words);
    }

    private void assertRefused(Ended refused, Path there) throws IOException {
        assertThat(refused.exitCode()).as("%s", refused).isEqualTo(1);
        assertThat(refused.json().text("error.code")).isEqualTo("directory_gone");
        assertThat(refused.json().text("error.message")).contains(there.toString());
        assertThat(refused.json().text("error.hint")).contains("back to " + there);
        assertThat(sandbox.trace()).containsExactly("1", "2");
    }
}
