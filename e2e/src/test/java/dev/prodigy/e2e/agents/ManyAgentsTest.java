package dev.prodigy.e2e.agents;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.sandbox.Await;
import dev.prodigy.e2e.sandbox.Document;
import dev.prodigy.e2e.sandbox.NewSandbox;
import dev.prodigy.e2e.sandbox.Sandbox;
import dev.prodigy.testkit.agent.AgentCall;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What prodigy is for: many items in a repository of 1,000 files, worked on by agents of which some commit,
/// some fail, some hang and some lie.
///
/// The number of items is `-Dprodigy.e2e.items=N`, that of kills `-Dprodigy.e2e.kills=N`. The long form is
/// `mvn -pl e2e -am verify -Dtest=ManyAgentsTest -Dsurefire.failIfNoSpecifiedTests=false -Dprodigy.e2e.items=200
/// -Dprodigy.e2e.kills=20 -Dprodigy.e2e.patience=900`.
class ManyAgentsTest {
    private static final int ITEMS = Integer.getInteger("prodigy.e2e.items", 60);
    /// Twenty have each behaviour at least once.
    private static final int KILLED_ITEMS = Integer.getInteger("prodigy.e2e.items", 20);

    private static final int KILLS = Integer.getInteger("prodigy.e2e.kills", 3);
    private static final long SEED = Long.getLong("prodigy.e2e.seed", System.nanoTime());

    @NewSandbox(files = 1000)
    private Sandbox sandbox;

    /// How the agent of an item behaves, and what must become of the item.
    private enum Behaviour {
        COMMITS("agent:commit", null),
        SAYS_IT_FAILED("agent:fail", "AGENT_ERROR"),
        LIES("", "COMMIT_MISSING"),
        ENDS_WITHOUT_RESULT("agent:commit agent:truncate", "AGENT_TRUNCATED"),
        EXITS_BADLY("agent:commit agent:exit=9", "EXIT_9"),
        HANGS("agent:hang", "TIMEOUT");

        private final String words;
        private final String code;

        Behaviour(String words, String code) {
            this.words = words;
            this.code = code;
        }

        static Behaviour of(int item) {
            return switch (item % 20) {
                case 3, 13 -> SAYS_IT_FAILED;
                case 5 -> LIES;
                case 8 -> ENDS_WITHOUT_RESULT;
                case 11 -> EXITS_BADLY;
                case 17 -> HANGS;
                default -> COMMITS;
            };
        }
    }

    @Test
    void everyItemEndsAsItsAgentDeserves() throws IOException {
        var ended = sandbox.prodigy().run("run", workflow(ITEMS), "-y", "-o", "json");

        var failing = failing(ITEMS);
        var committing = committing(ITEMS);
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        assertResult(ended.json(), ITEMS, failing.size());
        assertJournal(sandbox, failing);
        assertHistory(sandbox, ended.json().text("run_id"), committing);
        assertThat(sandbox.trace()).containsExactly(committing.size() + " of " + ITEMS);
        assertThat(sandbox.agent().calls().stream().map(AgentCall::itemId))
                .as("one execution per item")
                .hasSize(ITEMS)
                .doesNotHaveDuplicates();
        assertLetters(sandbox, ended.json().text("run_id"), failing);
        sandbox.assertNothingLeftRunning();
    }

    /// Killed with -9 after every so many items, and a moment that chance decides.
    @Test
    void killedAgainAndAgainEveryItemStillEndsAsItsAgentDeserves() throws IOException {
        System.out.println("seed " + SEED);
        var random = new Random(SEED);
        var running = sandbox.prodigy().start("run", workflow(KILLED_ITEMS), "-y", "-o", "json");
        int kills = 0;
        for (int kill = 1; kill <= KILLS; kill++) {
            int done = kill * KILLED_ITEMS / (KILLS + 2);
            var process = running.process();
            Await.until(done + " items", () -> itemsEnded() >= done || !process.isAlive());
            LockSupport.parkNanos(random.nextLong(300_000_000));
            kills += running.kill().exitCode() == 137 ? 1 : 0;
            running = sandbox.prodigy().start("resume", "last", "-y", "-o", "json");
        }
        var ended = running.await();

        var failing = failing(KILLED_ITEMS);
        var committing = committing(KILLED_ITEMS);
        assertThat(kills).as("kills").isPositive();
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
        assertResult(ended.json(), KILLED_ITEMS, failing.size());
        sandbox.journal().assertValid();
        assertHistory(sandbox, ended.json().text("run_id"), committing);
        assertThat(sandbox.trace()).endsWith(committing.size() + " of " + KILLED_ITEMS);
        assertThat(sandbox.agent().calls()).as("one execution per attempt").doesNotHaveDuplicates();
        // An item that is in progress whenever the program dies is given up after the fifth time (spec 03 §14).
        var codes = lastCodes();
        assertThat(codes.keySet()).isEqualTo(failing.keySet());
        assertThat(codes).allSatisfy((item, code) -> assertThat(code).as(item).isIn(failing.get(item), "CRASH_LOOP"));
        sandbox.assertNothingLeftRunning();
    }

    private long itemsEnded() throws IOException {
        return sandbox.count("agent_completed") + sandbox.count("dlq_item_added");
    }

    private Map<String, String> lastCodes() throws IOException {
        return sandbox.journal().events("agent_failed").stream()
                .filter(event -> event.text("final").equals("true"))
                .collect(toMap(event -> event.text("item_id"), event -> event.text("error.code")));
    }

    private String workflow(int items) throws IOException {
        var input = IntStream.rangeClosed(1, items)
                .mapToObj(i -> "{id: " + i + ", words: '" + Behaviour.of(i).words + "'}")
                .collect(joining(", ", "[", "]"));
        return sandbox.workflow("""
                name: many
                mode: mapreduce
                map:
                  input: INPUT
                  max_parallel: 8
                  timeout_config:
                    command_timeouts: {claude: 15s}
                    timeout_policy: per_command
                    cleanup_grace_period_secs: 1
                  agent_template:
                    - claude: "work on ${item.id} ${item.words}"
                      commit_required: true
                reduce:
                  - shell: echo "${map.successful} of ${map.total}" >>"$TRACE"
                """.replace("INPUT", input));
    }

    private static Map<String, String> failing(int items) {
        return IntStream.rangeClosed(1, items)
                .filter(i -> Behaviour.of(i) != Behaviour.COMMITS)
                .boxed()
                .collect(toMap(ManyAgentsTest::id, i -> Behaviour.of(i).code));
    }

    private static List<String> committing(int items) {
        return IntStream.rangeClosed(1, items)
                .filter(i -> Behaviour.of(i) == Behaviour.COMMITS)
                .mapToObj(ManyAgentsTest::id)
                .toList();
    }

    private static void assertResult(Document result, int total, int failed) {
        assertThat(result.text("status")).isEqualTo("completed_with_failures");
        assertThat(result.number("items.total")).isEqualTo(total);
        assertThat(result.number("items.successful")).isEqualTo(total - failed);
        assertThat(result.number("items.failed")).isEqualTo(failed);
        assertThat(result.number("items.pending")).isZero();
    }

    private static void assertJournal(Sandbox sandbox, Map<String, String> failing) throws IOException {
        sandbox.journal().assertValid();
        var codes = sandbox.journal().events("agent_failed").stream()
                .collect(toMap(event -> event.text("item_id"), event -> event.text("error.code")));
        assertThat(codes).isEqualTo(failing);
    }

    private static void assertHistory(Sandbox sandbox, String runId, List<String> committing) throws IOException {
        var repository = sandbox.repository();
        assertThat(repository.trailers("Prodigy-Run", "main", "--first-parent")).containsExactly(runId);
        assertThat(repository.trailers("Prodigy-Item", "main^2", "--first-parent"))
                .containsExactlyInAnyOrderElementsOf(committing);
        assertThat(repository.files("main"))
                .filteredOn(name -> name.startsWith("item-"))
                .containsExactlyInAnyOrderElementsOf(
                        committing.stream().map(item -> item + ".txt").toList());
        assertThat(repository.git("status", "--porcelain"))
                .as("the user's checkout")
                .isEmpty();
        assertThat(repository.worktrees()).isEmpty();
    }

    private static void assertLetters(Sandbox sandbox, String runId, Map<String, String> failing) {
        var letters = sandbox.prodigy().run("dlq", "list", runId, "-o", "json").json();
        assertThat(letters.number("total")).isEqualTo(failing.size());
        var reasons = letters.list("items").stream()
                .collect(toMap(letter -> letter.text("item_id"), letter -> letter.text("history.0.error.code")));
        assertThat(reasons).isEqualTo(failing);
        assertThat(letters.list("items").stream()
                        .collect(toMap(letter -> letter.text("item_id"), Function.identity()))
                        .get(id(8))
                        .text("branch"))
                .as("the commits of an item that failed")
                .isEqualTo("prodigy-items/" + runId + "/" + id(8));
    }

    private static String id(int item) {
        return "item-%03d".formatted(item);
    }
}
