package dev.prodigy.e2e.crash;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.journal.Journal;
import dev.prodigy.e2e.launcher.Ended;
import dev.prodigy.e2e.sandbox.Document;
import dev.prodigy.e2e.sandbox.Sandbox;
import dev.prodigy.runtime.home.OwnerLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/// What a sandbox looks like after a run, and what must be true of it whatever happened (spec 00, "Promises").
final class Inspection {
    private static final List<String> ENDS = List.of("agent_completed", "item_skipped");

    private final Sandbox sandbox;

    Inspection(Sandbox sandbox) {
        this.sandbox = sandbox;
    }

    /// @return the journals of all runs that began, oldest first: one that died before its first event never did
    static List<Journal> begun(Sandbox sandbox) throws IOException {
        var begun = new ArrayList<Journal>();
        for (var journal : sandbox.journals()) {
            if (!journal.lines().isEmpty()) {
                begun.add(journal);
            }
        }
        return begun;
    }

    /// @return what a command prints
    Document ask(String... command) {
        var words = new ArrayList<>(List.of(command));
        words.addAll(List.of("-o", "json"));
        var ended = Here.run(sandbox, words);
        assertThat(ended.exitCode()).as("%s: %s", words, ended).isZero();
        return ended.json();
    }

    /// Fails unless all files open, no process is left, no lock is held, and nothing that was acknowledged
    /// ran again.
    void assertSound() throws IOException {
        sandbox.assertNothingLeftRunning();
        for (var journal : begun(sandbox)) {
            journal.assertValid();
            assertThat(OwnerLock.holder(journal.folder().resolve("run.lock")))
                    .as("the lock of " + journal.runId())
                    .isEmpty();
            assertNothingTwice(journal);
        }
        assertThat(ask("fsck", "--all").text("ok")).isEqualTo("true");
        assertViewsOpen();
    }

    /// Checks what must hold, and gathers what the job with items came to.
    ///
    /// @param ended the last command of a run
    Map<String, Object> items(Ended ended) throws IOException {
        assertSound();
        var repository = sandbox.repository();
        var outcome = new TreeMap<String, Object>();
        for (var path : List.of("status", "exit_code", "items", "outputs")) {
            outcome.put(path, ended.json().text(path));
        }
        outcome.put("tree", repository.tree("main"));
        outcome.put("files", repository.files("main"));
        outcome.put(
                "merges",
                repository.trailers("Prodigy-Item", "main").stream().sorted().toList());
        outcome.put(
                "runs merged",
                repository.trailers("Prodigy-Run", "main", "--first-parent").size());
        outcome.put("branches", repository.refs("refs/heads"));
        outcome.put("worktrees", repository.worktrees());
        outcome.put("left behind", saved("left-behind.txt"));
        outcome.put("letters", letters());
        outcome.put("completed", count("agent_completed", "item_id"));
        outcome.put("record", ask("runs", "show", "last").text("status"));
        return outcome;
    }

    /// @return whether a salvage reference holds a file
    boolean saved(String file) throws IOException {
        for (var ref : sandbox.repository().refs("refs/prodigy/salvage")) {
            if (sandbox.repository().files(ref).contains(file)) {
                return true;
            }
        }
        return false;
    }

    /// @return the dead letters by item, without what depends on the time
    private Map<String, String> letters() {
        return ask("dlq", "list", "last").list("items").stream()
                .collect(toMap(
                        letter -> letter.text("item_id"),
                        letter -> letter.text("attempt_count") + " " + letter.text("item_data") + " "
                                + letter.text("signature") + " " + letter.text("reprocess_eligible")));
    }

    /// @return how often each event of a type was written, by a field
    private Map<String, Long> count(String type, String field) throws IOException {
        return begun(sandbox).getLast().events(type).stream()
                .collect(toMap(event -> event.text(field), _ -> 1L, Long::sum));
    }

    /// Steps of an item run at most once per attempt, and never behind the item's success; other steps at
    /// most as often as the journal says that they began, and complete once.
    private void assertNothingTwice(Journal journal) throws IOException {
        var trace = sandbox.trace().stream()
                .filter(line -> line.startsWith(journal.runId() + " "))
                .toList();
        assertThat(trace.stream().filter(line -> line.contains(" item-")))
                .as("executions in items")
                .doesNotHaveDuplicates();
        var events = journal.events();
        var ended = events.stream()
                .filter(event -> ENDS.contains(event.text("event_type")))
                .toList();
        assertThat(ended.stream().map(event -> event.text("item_id")))
                .as("items that ended")
                .doesNotHaveDuplicates();
        for (var end : ended) {
            assertThat(trace.stream()
                            .filter(line -> line.contains(" " + end.text("item_id") + " "))
                            .mapToInt(line -> Integer.parseInt(line.split(" ", -1)[2])))
                    .as("attempts of %s, which ended with %s", end.text("item_id"), end.text("attempt"))
                    .allSatisfy(attempt -> assertThat(attempt).isLessThanOrEqualTo((int) end.number("attempt")));
        }
        var begun =
                counts(events.stream().filter(event -> event.text("event_type").equals("step_started")));
        var outside = trace.stream()
                .filter(line -> line.contains(" - - "))
                .collect(toMap(line -> line.split(" ", -1)[3], _ -> 1L, Long::sum));
        assertThat(outside)
                .allSatisfy((step, times) -> assertThat(times).as(step).isLessThanOrEqualTo(begun.get(step)));
        assertThat(counts(events.stream()
                        .filter(event -> event.text("event_type").equals("step_completed")
                                && event.text("round").equals("null"))))
                .as("steps that completed")
                .allSatisfy((step, times) -> assertThat(times).as(step).isEqualTo(1));
    }

    private static Map<String, Long> counts(java.util.stream.Stream<Document> events) {
        return events.map(event -> event.text("step")).collect(toMap(Function.identity(), _ -> 1L, Long::sum));
    }

    /// A file that is there is whole.
    private void assertViewsOpen() throws IOException {
        for (var folder : List.of("sessions", "dlq", "state", "repos")) {
            var root = sandbox.home().resolve(folder);
            if (!Files.exists(root)) {
                continue;
            }
            try (var files = Files.walk(root)) {
                for (Path file :
                        files.filter(each -> each.toString().endsWith(".json")).toList()) {
                    Document.parse(Files.readString(file));
                }
            }
        }
    }
}
