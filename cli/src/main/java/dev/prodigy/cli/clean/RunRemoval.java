package dev.prodigy.cli.clean;

import dev.prodigy.cli.output.Console;
import dev.prodigy.runtime.home.Folders;
import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.LocalDisk;
import dev.prodigy.runtime.home.Owner;
import dev.prodigy.runtime.home.OwnerLock;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.home.StorageFailure;
import dev.prodigy.runtime.journal.JournalArchive;
import dev.prodigy.runtime.journal.JournalBeginning;
import dev.prodigy.runtime.journal.JournalSettings;
import dev.prodigy.runtime.journal.JournalWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/// Ways to take something of a run away, while nobody can take it up.
public final class RunRemoval {
    private static final Outcome BUSY = new Outcome.Kept("it is being executed");

    private final Home home;
    private final Instant now;
    private final Part worktrees;
    private final JournalSettings settings;

    /// @param console whose clock tells the time in the run's lock
    RunRemoval(Home home, Console console) {
        this.home = home;
        this.now = console.clock().instant();
        this.worktrees = new WorktreesOfRuns(console, home);
        this.settings = JournalSettings.defaults(new LocalDisk(), console.clock());
    }

    /// What came of a removal.
    public sealed interface Outcome {
        /// It is gone.
        ///
        /// @param saved what was in its worktrees alone
        record Gone(Folders.Size size, List<Salvaged> saved) implements Outcome {
            Gone(Folders.Size size) {
                this(size, List.of());
            }

            Gone plus(Gone other) {
                return new Gone(
                        size.plus(other.size),
                        Stream.concat(saved.stream(), other.saved.stream()).toList());
            }
        }

        /// It stays as it was.
        record Kept(String reason) implements Outcome {}
    }

    /// What was saved of a worktree before it was removed.
    ///
    /// @param ref the reference, or the directory it was moved to as a whole
    public record Salvaged(String worktree, String ref) {}

    /// What is taken away of a run.
    public interface Part {
        /// @return how much that would be
        Folders.Size measure(RunRef run);

        /// @return whether there is something to take away
        default boolean isAnything(RunRef run) {
            return measure(run).files() > 0;
        }

        /// @return what {@link #remove} would come to; nothing is written
        default Outcome foresee(RunRef run) {
            return new Outcome.Gone(measure(run));
        }

        /// @return how much that was, or what speaks against it
        Outcome remove(RunRef run);
    }

    /// @return all there is; the journal, which tells that the run ever was, goes last
    public Part everything() {
        return behindWorktrees(of(this::everything));
    }

    /// @return all there is of what never became a run; it may have become one meanwhile, and then stays
    Part unbegun() {
        return of(run -> JournalBeginning.isIn(home.events(run.repo(), run.run())) ? List.of() : everything(run));
    }

    /// @return its worktrees
    public Part worktrees() {
        return worktrees;
    }

    private Part behindWorktrees(Part rest) {
        return new Part() {
            @Override
            public Folders.Size measure(RunRef run) {
                return worktrees.measure(run).plus(rest.measure(run));
            }

            @Override
            public Outcome foresee(RunRef run) {
                return switch (worktrees.foresee(run)) {
                    case Outcome.Kept kept -> kept;
                    case Outcome.Gone gone -> gone.plus(new Outcome.Gone(rest.measure(run)));
                };
            }

            @Override
            public Outcome remove(RunRef run) {
                return switch (worktrees.remove(run)) {
                    case Outcome.Kept kept -> kept;
                    case Outcome.Gone gone -> rest.remove(run) instanceof Outcome.Gone more ? gone.plus(more) : BUSY;
                };
            }
        };
    }

    /// @return the output of its executions
    public Part logs() {
        return of(run -> List.of(home.logs(run.repo(), run.run())));
    }

    /// @return checkpoint and snapshots, which are made anew when they are needed
    public Part state() {
        return of(run -> List.of(home.state(run.repo(), run.run())));
    }

    /// @return its plain journal files, which are packed; a torn tail is cut off before, as nobody can behind
    ///     that
    public Part plainJournal() {
        return new Part() {
            @Override
            public Folders.Size measure(RunRef run) {
                return JournalArchive.measure(home.events(run.repo(), run.run()));
            }

            @Override
            public Outcome remove(RunRef run) {
                return locked(run, lock -> {
                    JournalWriter.cutTail(lock, settings);
                    return JournalArchive.pack(home.events(run.repo(), run.run()));
                });
            }
        };
    }

    /// @param to a folder outside of the home
    /// @return all there is, once its truth is packed there
    public Part movedTo(Path to) {
        var everything = of(this::everything);
        return behindWorktrees(new Part() {
            @Override
            public Folders.Size measure(RunRef run) {
                return everything.measure(run);
            }

            @Override
            public Outcome remove(RunRef run) {
                return locked(run, lock -> {
                    JournalWriter.cutTail(lock, settings);
                    return moved(run);
                });
            }

            private Folders.Size moved(RunRef run) {
                var folder = to.resolve(run.repo()).resolve(run.run().text());
                create(folder);
                JournalArchive.copy(home.events(run.repo(), run.run()), folder);
                return delete(everything(run));
            }
        });
    }

    private static void create(Path folder) {
        try {
            new LocalDisk().createFolders(folder);
        } catch (IOException e) {
            throw StorageFailure.of("create", folder, e);
        }
    }

    /// The lock lies with the journal, which may be lost.
    private Outcome locked(RunRef run, Function<OwnerLock, Folders.Size> work) {
        create(home.events(run.repo(), run.run()));
        return switch (OwnerLock.tryTake(home.runLock(run.repo(), run.run()), Owner.thisProcess(now))) {
            case OwnerLock.Attempt.Busy _ -> BUSY;
            case OwnerLock.Attempt.Taken(var lock) -> {
                try (lock) {
                    yield new Outcome.Gone(work.apply(lock));
                }
            }
        };
    }

    private Part of(Function<RunRef, List<Path>> paths) {
        return new Part() {
            @Override
            public Folders.Size measure(RunRef run) {
                return paths.apply(run).stream().map(Folders::measure).reduce(Folders.Size.NOTHING, Folders.Size::plus);
            }

            @Override
            public Outcome remove(RunRef run) {
                return locked(run, _ -> delete(paths.apply(run)));
            }
        };
    }

    private List<Path> everything(RunRef run) {
        return List.of(
                home.logs(run.repo(), run.run()),
                home.artifacts(run.repo(), run.run()),
                home.control(run.run()),
                home.state(run.repo(), run.run()),
                home.dlq(run.repo(), run.run()),
                home.session(run.run()),
                home.tmp(run.run()),
                home.events(run.repo(), run.run()));
    }

    private static Folders.Size delete(List<Path> paths) {
        return paths.stream().map(Folders::delete).reduce(Folders.Size.NOTHING, Folders.Size::plus);
    }
}
