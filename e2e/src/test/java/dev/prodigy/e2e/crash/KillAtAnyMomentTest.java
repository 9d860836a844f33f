package dev.prodigy.e2e.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.launcher.Ended;
import dev.prodigy.e2e.process.MarkedProcesses;
import dev.prodigy.e2e.sandbox.Await;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The program is killed with -9 at random moments and resumed each time (spec 00, promises 1 to 3; spec 03
/// acceptance row 32). `-Dprodigy.e2e.seed=N` repeats a series of moments.
class KillAtAnyMomentTest {
    private static final long SEED = Long.getLong("prodigy.e2e.seed", System.nanoTime());
    private static final int ITEMS = 10;
    /// Fewer than the five crashes after which an item that was in progress at each is given up (spec 03 §14).
    private static final int KILLS = 4;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aKilledRunEndsAsAnUndisturbedOne(int series) throws IOException {
        System.out.println("seed " + SEED + ", series " + series);
        var random = new Random(SEED + series);
        var sandbox = Sandbox.in(folder, 20);
        var workflow = workflow(sandbox);

        var running = sandbox.prodigy().start("run", workflow, "-y", "-o", "json");
        Ended ended = null;
        for (int kill = 0; kill < KILLS && ended == null; kill++) {
            var lines = lines(sandbox) + random.nextInt(1, 12);
            var extra = random.nextInt(30_000_000);
            var process = running.process();
            Await.until("journal line " + lines, () -> lines(sandbox) >= lines || !process.isAlive());
            LockSupport.parkNanos(extra);
            var killed = running.kill();
            if (killed.exitCode() != 137) {
                ended = killed;
            } else {
                var resume =
                        sandbox.journals().isEmpty() ? new String[] {"run", workflow} : new String[] {"resume", "last"};
                running = sandbox.prodigy().start(resume[0], resume[1], "-y", "-o", "json");
            }
        }
        if (ended == null) {
            ended = running.await();
        }

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.json().number("items.successful")).isEqualTo(ITEMS);
        sandbox.journal().assertValid();
        assertEachItemMergedOnce(sandbox, ended.json().text("run_id"));
        assertThat(sandbox.repository().tree("main")).isEqualTo(undisturbedTree());
        assertThat(sandbox.repository().refs("refs/heads/prodigy")).isEmpty();
        assertThat(sandbox.repository().worktrees()).isEmpty();
        assertNoStepAfterItsSuccess(sandbox);
        sandbox.assertNothingLeftRunning();
    }

    @Test
    void aResumeEndsWhatTheKilledProgramLeftRunning() throws IOException {
        var sandbox = Sandbox.in(folder);
        var workflow = sandbox.workflow("""
                mode: mapreduce
                map:
                  input: [{id: 1}]
                  agent_template:
                    - shell: |
                        test -e "$TRACE" && exit 0
                        echo started >>"$TRACE"
                        trap '' TERM
                        setsid sleep 600 &
                        while :; do sleep 1; done
                """);
        var running = sandbox.prodigy().start("run", workflow);
        running.until("the step has begun", () -> !sandbox.trace().isEmpty());
        running.kill();
        assertThat(MarkedProcesses.of(sandbox.home())).as("kill -9 leaves them").isNotEmpty();

        var resumed = sandbox.prodigy().run("resume", "last", "-o", "json");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        sandbox.assertNothingLeftRunning();
    }

    /// Steps may be cut off after their commit, and begin again.
    private static String workflow(Sandbox sandbox) throws IOException {
        return sandbox.workflow("""
                mode: mapreduce
                setup:
                  - shell: echo setup >setup.txt && git add setup.txt && { git diff --cached --quiet || git commit --quiet --message setup; }
                map:
                  input: INPUT
                  max_parallel: 3
                  agent_template:
                    - claude: "work on ${item.id} agent:commit"
                      commit_required: true
                    - shell: echo "${item_id}" >>"$TRACE"
                reduce:
                  - shell: ls item-*.txt >list.txt && git add list.txt && { git diff --cached --quiet || git commit --quiet --message list; }
                """.replace(
                        "INPUT",
                        IntStream.rangeClosed(1, ITEMS)
                                .mapToObj(i -> "{id: " + i + "}")
                                .toList()
                                .toString()));
    }

    private String undisturbedTree() throws IOException {
        var sandbox = Sandbox.in(folder.resolve("undisturbed"), 20);
        assertThat(sandbox.prodigy().run("run", workflow(sandbox), "-y").exitCode())
                .isZero();
        return sandbox.repository().tree("main");
    }

    private static int lines(Sandbox sandbox) throws IOException {
        var journals = sandbox.journals();
        return journals.isEmpty() || journals.getFirst().files().isEmpty()
                ? 0
                : journals.getFirst().lines().size();
    }

    private static void assertEachItemMergedOnce(Sandbox sandbox, String runId) throws IOException {
        var repository = sandbox.repository();
        assertThat(repository.trailers("Prodigy-Run", "main", "--first-parent")).containsExactly(runId);
        assertThat(repository.trailers("Prodigy-Item", "main^2", "--first-parent"))
                .containsExactlyInAnyOrderElementsOf(IntStream.rangeClosed(1, ITEMS)
                        .mapToObj("item-%03d"::formatted)
                        .toList());
    }

    /// Every attempt that the journal counts as begun is at most one call, and none begins after the item's success.
    private static void assertNoStepAfterItsSuccess(Sandbox sandbox) throws IOException {
        var events = sandbox.journal().events();
        for (int i = 1; i <= ITEMS; i++) {
            var item = "item-%03d".formatted(i);
            var states = events.stream()
                    .filter(event -> event.text("item_id").equals(item))
                    .map(event -> event.text("event_type"))
                    .filter(type -> type.equals("agent_started") || type.equals("agent_completed"))
                    .toList();
            assertThat(states).as(item).endsWith("agent_completed");
            assertThat(states.stream().filter("agent_completed"::equals))
                    .as(item)
                    .hasSize(1);
        }
    }
}
