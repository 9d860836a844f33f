package dev.prodigy.cli.worktree;

import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.Globals;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.place.Homes;
import dev.prodigy.cli.runs.RunArgument;
import dev.prodigy.cli.runs.RunServices;
import dev.prodigy.runtime.git.cleanup.WorktreeEntry;
import dev.prodigy.runtime.home.Storage;
import dev.prodigy.runtime.journal.Damage;
import dev.prodigy.runtime.journal.RunResolution;
import dev.prodigy.runtime.journal.Runs;
import dev.prodigy.runtime.run.worktree.RunWorktrees;
import dev.prodigy.runtime.view.LostJournal;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Opens the worktrees that one command is about, and finds those that its argument means.
final class Worktrees implements AutoCloseable {
    private final Invocation call;
    private final List<RunWorktrees> opened;

    private Worktrees(Invocation call, List<RunWorktrees> opened) {
        this.call = call;
        this.opened = opened;
    }

    /// A worktree, and what it can be removed or merged by.
    record Found(RunWorktrees of, WorktreeEntry entry) {
        /// @return the run it belongs to, where its journal is still there or views tell of it
        Optional<RunWorktrees.Run> run() {
            return of.run(entry.runId());
        }
    }

    /// Opens those of this repository, with `--all-repos` those of all; nothing where no run ever was.
    ///
    /// @throws dev.prodigy.runtime.home.StorageFailure when there can be no home where it should be
    static Worktrees here(Invocation call) {
        Storage.requirePlace(Homes.of(call.console()));
        var service = RunServices.of(call.console());
        return new Worktrees(
                call,
                call.has(Globals.ALL_REPOS)
                        ? service.worktreesEverywhere()
                        : service.worktrees().stream().toList());
    }

    /// Opens those among which an argument is found: a run is looked for in all repositories.
    ///
    /// @param name of a worktree, or a RUN; null: the newest run
    static Worktrees around(Invocation call, @Nullable String name) {
        var run = new RunArgument(call.console()).resolution(name == null ? Runs.LAST : name);
        return run instanceof RunResolution.Found(var found) && !call.has(Globals.ALL_REPOS)
                ? new Worktrees(
                        call,
                        RunServices.of(call.console(), found).worktrees(found.repo()).stream()
                                .toList())
                : here(call);
    }

    /// @return all of them, by repository and name
    List<Found> all() {
        return opened.stream()
                .flatMap(each -> each.list().stream().map(entry -> new Found(each, entry)))
                .toList();
    }

    /// @param all among which to look
    /// @param name of a worktree, or a RUN; null: that of the newest run
    /// @return the worktrees that are meant
    /// @throws CommandFailure when what is named has none
    List<Found> named(List<Found> all, @Nullable String name) {
        var byName =
                all.stream().filter(each -> each.entry().name().equals(name)).toList();
        if (!byName.isEmpty() || (name == null && opened.isEmpty())) {
            return byName;
        }
        var run = new RunArgument(call.console()).resolve(name).run().text();
        return all.stream().filter(each -> run.equals(each.entry().runId())).toList();
    }

    /// Whether nothing is left of the journal of a worktree's run, so that nobody knows what the run still needs.
    ///
    /// @return the damage
    Optional<Damage> lost(Found found) {
        return found.run().flatMap(run -> LostJournal.of(Homes.of(call.console()), run.ref()));
    }

    /// Tells of what cleaners leave to whoever names it: a session whose run has lost its journal, and a branch that
    /// another home may have made.
    ///
    /// @return why it stays, or null
    @Nullable
    String whyKept(Found found) {
        if (found.entry().kind() == WorktreeEntry.Kind.SESSION && lost(found).isPresent()) {
            return "the journal of its run is damaged; prodigy fsck "
                    + found.entry().runId() + " tells more";
        }
        return isOfAnotherHome(found)
                ? "nothing here tells of its run, which may be another home's; prodigy worktree clean "
                        + found.entry().name() + " -f removes it all the same"
                : null;
    }

    /// Of the worktrees those of this home lie in it. The branches of all homes lie in one repository.
    private static boolean isOfAnotherHome(Found found) {
        var entry = found.entry();
        var run = entry.runId();
        boolean isBranch = switch (entry.kind()) {
            case ITEM_BRANCH -> true;
            case SESSION -> Files.notExists(entry.path());
            case SLOT, RETIRED, STRAY -> false;
        };
        return isBranch && run != null && !found.of().knows(run);
    }

    /// @return what is opened
    List<RunWorktrees> opened() {
        return opened;
    }

    @Override
    public void close() {
        opened.forEach(RunWorktrees::close);
    }
}
