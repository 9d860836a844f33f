package dev.prodigy.cli.worktree;

import dev.prodigy.cli.command.Command;
import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.command.Signature;
import dev.prodigy.cli.output.Counted;
import dev.prodigy.cli.place.Homes;
import dev.prodigy.cli.runs.JournalEnding;
import dev.prodigy.cli.runs.ListedRun;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.git.RefNames;
import dev.prodigy.runtime.git.cleanup.WorktreeEntry;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// `prodigy worktree ls`.
public final class WorktreeLs implements Command {
    private static final Option<Boolean> DETAILED =
            Option.flag("also their size and how many files are changed", "-d", "--detailed");
    private static final int STATE_WIDTH = 10;

    /// Lists worktrees.
    public WorktreeLs() {}

    @Override
    public Signature signature() {
        return Signature.of(
                "Those of this repository, with --all-repos of every one; those of a repository that is gone are orphaned.",
                List.of(),
                List.of(DETAILED));
    }

    @Override
    public int run(Invocation call) {
        try (var worktrees = Worktrees.here(call)) {
            var all = worktrees.all();
            return print(call, all, failures(call, all));
        }
    }

    /// What is told of a worktree is its run's journal's to tell (spec 05 §5.4).
    ///
    /// @return what is wrong with the journals of the runs that worktrees belong to
    private static List<CommandFailure> failures(Invocation call, List<Worktrees.Found> worktrees) {
        var home = Homes.of(call.console());
        return worktrees.stream()
                .flatMap(found -> found.run().stream())
                .distinct()
                .flatMap(run -> Stream.ofNullable(
                        ListedRun.of(home, run.ref(), run.record()).failure()))
                .toList();
    }

    private static int print(Invocation call, List<Worktrees.Found> worktrees, List<CommandFailure> failures) {
        var first = failures.isEmpty() ? null : failures.getFirst();
        int exitCode = first == null ? ExitCode.OK : first.exitCode();
        if (call.json()) {
            call.document(new FieldsWriter()
                    .put(
                            "worktrees",
                            new Value.Items(worktrees.stream()
                                    .<Value>map(each -> toValue(each, call.has(DETAILED)))
                                    .toList()))
                    .put("error", first == null ? null : first.toValue())
                    .done());
            return exitCode;
        }
        for (var found : worktrees) {
            var entry = found.entry();
            var state = word(entry);
            call.line(state
                    + " ".repeat(Math.max(1, STATE_WIDTH - state.length()))
                    + entry.name()
                    + (entry.ahead() > 0 ? "  " + Counted.of(entry.ahead(), "commit") : "")
                    + (entry.dirty() ? "  uncommitted files" : "")
                    + (call.has(DETAILED) ? "  " + bytes(entry.path()) + " bytes" : ""));
        }
        if (worktrees.isEmpty()) {
            call.note("no worktrees");
        }
        failures.forEach(failure -> JournalEnding.tell(call, failure));
        return exitCode;
    }

    private static String word(WorktreeEntry entry) {
        return entry.state().name().toLowerCase(Locale.ROOT);
    }

    private static Value toValue(Worktrees.Found found, boolean detailed) {
        var entry = found.entry();
        var run = found.run().orElse(null);
        var holder = run == null ? null : run.record().holder();
        var branch = entry.branch() == null ? null : RefNames.shortBranch(entry.branch());
        var members = new FieldsWriter()
                .put("name", entry.name())
                .put("run_id", Value.of(entry.runId()))
                .put("item_id", Value.of(entry.itemId()))
                .put("path", entry.path().toString())
                .put("branch", Value.of(branch))
                .put("base_commit", run == null ? null : run.base())
                .put("head_commit", entry.head() == null ? null : entry.head().hex())
                .put(
                        "target",
                        Value.of(run == null ? null : run.record().place().target()))
                .put("state", word(entry))
                .put("ahead", entry.ahead())
                .put("dirty", entry.dirty())
                .put("pid", holder == null ? Value.Null.NULL : Value.of(holder.pid()))
                .put("created_at", entry.createdAt());
        if (detailed) {
            members.put("bytes", bytes(entry.path()))
                    .put("files_changed", found.of().filesChanged(entry));
        }
        return members.done();
    }

    private static long bytes(Path folder) {
        var sum = new long[1];
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    sum[0] += attributes.size();
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, @Nullable IOException failure) {
                    return FileVisitResult.CONTINUE;
                }
            });
            return sum[0];
        } catch (IOException e) {
            return sum[0];
        }
    }
}
