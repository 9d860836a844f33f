package dev.prodigy.runtime.run.place;

import dev.prodigy.model.workflow.Isolation;
import dev.prodigy.model.workflow.Workflow;
import dev.prodigy.model.workflow.WorktreeOptions;
import dev.prodigy.runtime.git.Discovery;
import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.GitProgram;
import dev.prodigy.runtime.git.Host;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.PatientGit;
import dev.prodigy.runtime.git.RefNames;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.RepositoryPaths;
import dev.prodigy.runtime.git.TracedGit;
import dev.prodigy.runtime.git.salvage.Worksite;
import dev.prodigy.runtime.git.slot.Reuse;
import dev.prodigy.runtime.git.slot.SlotOptions;
import dev.prodigy.runtime.git.slot.SlotPlaces;
import dev.prodigy.runtime.git.worktree.Status;
import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.RunId;
import dev.prodigy.runtime.home.RunRef;
import dev.prodigy.runtime.home.Storage;
import dev.prodigy.runtime.journal.Callers;
import dev.prodigy.runtime.run.request.RunOptions;
import dev.prodigy.runtime.run.request.RunRefused;
import dev.prodigy.runtime.run.request.RunRequest;
import dev.prodigy.runtime.time.Waiter;
import dev.prodigy.runtime.workspace.GitWorkspace;
import dev.prodigy.runtime.workspace.InPlaceWorkspace;
import dev.prodigy.runtime.workspace.Workspace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What prodigy was started on: a repository or a plain folder, and how that lets a run work (spec 03
/// §1, §9).
public final class StartDirectory {
    private final RunRequest.Host host;
    private final Discovery found;

    private StartDirectory(RunRequest.Host host, Discovery found) {
        this.host = host;
        this.found = found;
    }

    /// Looks at the directory; writes nothing.
    public static StartDirectory of(RunRequest.Host host) {
        var scratch = Path.of(System.getProperty("java.io.tmpdir"));
        return new StartDirectory(host, Discovery.of(host.directory(), new GitProgram(scratch)));
    }

    /// Which isolation a run gets. Items that are to have worktrees ask for the whole run's, into whose branch their
    /// commits are merged.
    ///
    /// @throws RunRefused with exit 2 where worktrees were asked for and cannot be had
    public Isolation isolation(RunRequest request) {
        var place = request.options().place().isolation();
        var asked = place == null ? request.workflow().header().isolation() : place;
        boolean forItems = request.workflow() instanceof Workflow.MapReduce job
                && job.map().isolation() == Isolation.WORKTREE;
        if (forItems && asked == Isolation.NONE) {
            throw new RunRefused(
                    "no_worktree",
                    2,
                    "map.isolation: worktree is not possible in a run with isolation: none",
                    "use --isolation worktree, or take map.isolation out of the workflow");
        }
        return isolation(forItems ? Isolation.WORKTREE : asked);
    }

    private Isolation isolation(@Nullable Isolation asked) {
        if (asked == Isolation.NONE || (asked == null && isPlainFolder())) {
            return Isolation.NONE;
        }
        var lack = lack();
        if (lack != null) {
            throw new RunRefused(
                    "no_worktree", 2, "isolation: worktree is not possible here: " + lack.why(), lack.wayOut());
        }
        return Isolation.WORKTREE;
    }

    /// @return whether nobody expects worktrees here. A repository that git cannot read is still one: its checkout
    ///     must not be worked in only because of that
    private boolean isPlainFolder() {
        return switch (found) {
            case Discovery.Found _, Discovery.Empty _, Discovery.GitDirectory _ -> false;
            case Discovery.Outside _, Discovery.TooOld _, Discovery.Missing _ -> !isInCheckout();
        };
    }

    private boolean isInCheckout() {
        return Stream.iterate(real(host.directory()), Objects::nonNull, Path::getParent)
                .anyMatch(folder -> Files.exists(folder.resolve(".git"), LinkOption.NOFOLLOW_LINKS));
    }

    /// Why there can be no worktrees.
    ///
    /// @param wayOut what the user can do
    private record Lack(String why, String wayOut) {}

    private @Nullable Lack lack() {
        return switch (found) {
            case Discovery.Found _ -> null;
            case Discovery.Empty _ ->
                new Lack("the repository has no commit yet", "make a first commit, or use --isolation none");
            case Discovery.GitDirectory _ ->
                new Lack(
                        "this is the inside of a git repository, which has no files of its own (a bare one?)",
                        "start in a checkout of it, such as git worktree add makes");
            case Discovery.Outside(var reason)
            when isInCheckout() ->
                new Lack(
                        "git cannot read this repository (" + reason + ")",
                        "mend that, or use --isolation none to work in the directory itself");
            case Discovery.Outside(var reason) ->
                new Lack(
                        "this is no git repository (" + reason + ")",
                        "git init and make a first commit, or use --isolation none");
            case Discovery.TooOld(var version) ->
                new Lack(
                        "git " + version + " is older than 2.38", "install git 2.38 or newer, or use --isolation none");
            case Discovery.Missing(var reason) ->
                new Lack("there is no git: " + reason, "install git 2.38 or newer, or use --isolation none");
        };
    }

    /// @return the folder by which the repository, or the plain folder, is known
    public Path mainFolder() {
        var paths = paths();
        return paths == null ? real(host.directory()) : real(paths.mainFolder());
    }

    /// @return the git directory, or the folder again
    public Path gitDir() {
        var paths = paths();
        return paths == null ? mainFolder() : paths.commonDir();
    }

    /// What the run starts from.
    ///
    /// @param commit null outside of worktrees
    /// @param target short name of the branch to merge into, or null
    public record Start(@Nullable ObjectId commit, @Nullable String target) {}

    /// @throws RunRefused with exit 2 when base or target do not exist
    public Start start(Isolation isolation, WorktreeOptions options, RunOptions.Place asked) {
        if (isolation == Isolation.NONE || !(found instanceof Discovery.Found(var paths))) {
            return new Start(null, null);
        }
        try (var repository = repository(paths, Path.of(System.getProperty("java.io.tmpdir")))) {
            var base = asked.base() != null ? asked.base() : options.base() == null ? "HEAD" : options.base();
            var commit = repository
                    .git()
                    .run(GitCommand.in(host.directory(), "rev-parse", "-q", "--verify", base + "^{commit}"));
            if (!commit.ok()) {
                throw new RunRefused(
                        "unknown_base",
                        2,
                        "there is no commit `" + base + "` to start from",
                        "git log --oneline shows those there are.");
            }
            refuseBranchInTheWay(repository);
            var named = asked.target() != null ? asked.target() : options.target();
            if (named != null && !repository.isLocalBranch(named)) {
                throw new RunRefused(
                        "unknown_target",
                        2,
                        "there is no local branch `" + named + "`",
                        "git branch lists those there are.");
            }
            return new Start(
                    new ObjectId(commit.line()),
                    named == null ? repository.branch().orElse(null) : named);
        }
    }

    /// Git keeps branches like files: with one called `prodigy` there can be none called `prodigy/…`.
    private static void refuseBranchInTheWay(Repository repository) {
        for (var prefix : List.of(RefNames.SESSION_BRANCHES, RefNames.ITEM_BRANCHES)) {
            var name = RefNames.shortBranch(prefix.substring(0, prefix.length() - 1));
            if (repository.isLocalBranch(name)) {
                throw new RunRefused(
                        "branch_in_the_way",
                        2,
                        "the repository has a branch `" + name + "`, and those of runs are called `" + name + "/…`",
                        "git branch -m " + name + " ANOTHER-NAME, or use --isolation none");
            }
        }
    }

    /// @param name path from the directory that prodigy was started in
    /// @return what a file holds in a commit, or null where it has none
    public byte @Nullable [] content(ObjectId commit, String name) {
        if (!(found instanceof Discovery.Found(var paths))) {
            return null;
        }
        try (var repository = repository(paths, Path.of(System.getProperty("java.io.tmpdir")))) {
            var shown = repository
                    .git()
                    .run(GitCommand.in(host.directory(), "cat-file", "blob", commit.hex() + ":./" + name));
            return shown.ok() ? shown.output().getBytes(StandardCharsets.UTF_8) : null;
        }
    }

    /// @return changes of the user's checkout that worktrees, made from a commit, do not have
    public int uncommittedChanges(Isolation isolation) {
        if (isolation == Isolation.NONE || !(found instanceof Discovery.Found(var paths))) {
            return 0;
        }
        try (var repository = repository(paths, Path.of(System.getProperty("java.io.tmpdir")))) {
            return Status.of(repository.git(), paths.checkout()).entries().size();
        }
    }

    /// How far a session branch came.
    ///
    /// @param tip its last commit, or null for the start commit
    /// @param held the last commit of finished stages and items, or null for the start commit
    /// @param mergedInto the branch that has it, or null
    /// @param hasWorktree whether its worktree was made, and no prodigy has removed it
    public record Reached(
            @Nullable ObjectId tip,
            @Nullable ObjectId held,
            @Nullable String mergedInto,
            boolean hasWorktree) {
        /// Nothing was done.
        public static final Reached NOTHING = new Reached(null, null, null, false);
    }

    /// Makes the place where the run works.
    ///
    /// @param reached what the journal knows of the session branch
    /// @throws RunRefused with exit 1 where the run worked in worktrees of a repository that is not here any more
    public Workspace workspace(
            Isolation isolation,
            Storage storage,
            String repo,
            RunId run,
            Start start,
            Reached reached,
            Workflow workflow) {
        var scratch = storage.folder(storage.home().tmp(run));
        var objects = storage.home().objects(repo, run);
        if (isolation == Isolation.NONE || start.commit() == null) {
            return inPlace(scratch, objects);
        }
        if (!(found instanceof Discovery.Found(var paths))) {
            var lack = lack();
            throw new RunRefused(
                    "directory_gone",
                    1,
                    run + " worked in worktrees of the repository at " + host.directory()
                            + (lack == null ? "" : ", and now " + lack.why()),
                    "bring the repository back to " + host.directory() + " and repeat the command");
        }
        var repository = repository(paths, scratch);
        var options = workflow.header().worktree();
        var locks = storage.folder(storage.home().locks().resolve(repo));
        var site = Worksite.of(repository, locks.resolve("worktrees.lock"));
        var worktrees = storage.folder(storage.home().worktrees(repo));
        return new GitWorkspace(
                repository,
                site,
                new SlotPlaces(worktrees, locks),
                new GitWorkspace.Settings(
                        run.text(),
                        start.commit(),
                        reached.tip() == null ? start.commit() : reached.tip(),
                        reached.held() == null ? start.commit() : reached.held(),
                        reached.mergedInto(),
                        reached.hasWorktree(),
                        worktrees.resolve(run.text()),
                        objects,
                        options.submodules(),
                        itemsShare(workflow) ? null : slots(options),
                        called(storage.home(), new RunRef(repo, run))),
                options.include());
    }

    private static boolean itemsShare(Workflow workflow) {
        return workflow instanceof Workflow.MapReduce mapReduce
                && mapReduce.map().isolation() == Isolation.NONE;
    }

    private Workspace inPlace(Path scratch, Path objects) {
        var paths = paths();
        if (paths == null) {
            return at(host.directory(), null);
        }
        var around = new InPlaceWorkspace.Around(repository(paths, scratch), null, objects, null);
        return at(paths.checkout().root(), around);
    }

    private Workspace at(Path root, InPlaceWorkspace.@Nullable Around around) {
        return new InPlaceWorkspace(new InPlaceWorkspace.Place(host.directory(), root, root), around);
    }

    /// Slots of runs that died with the run that called them are removed with its own.
    static Predicate<String> called(Home home, RunRef caller) {
        return run -> new Callers(home).isLeftBelow(run, caller);
    }

    static SlotOptions slots(WorktreeOptions options) {
        return new SlotOptions(
                options.keepIgnored() ? Reuse.KEEP_IGNORED : Reuse.CLEAN,
                options.maxDisk() == null ? SlotOptions.UNLIMITED : options.maxDisk(),
                options.submodules(),
                options.keepSlots());
    }

    /// @return the repository that prodigy was started in, or null outside of one
    @Nullable
    public Repository repository() {
        var paths = paths();
        return paths == null ? null : repository(paths, Path.of(System.getProperty("java.io.tmpdir")));
    }

    private Repository repository(RepositoryPaths paths, Path scratch) {
        return repository(host, paths, scratch);
    }

    /// @return the repository as it is seen from a checkout
    public static Repository repository(RunRequest.Host host, RepositoryPaths paths, Path scratch) {
        var program = new TracedGit(new GitProgram(scratch), host.settings().gitListener());
        var git = new PatientGit(program, Waiter.SLEEPING);
        return new Repository(
                git, paths, new Host(host.environment(), scratch, Waiter.SLEEPING, InstantSource.system()));
    }

    private @Nullable RepositoryPaths paths() {
        return found.repository();
    }

    private static Path real(Path folder) {
        try {
            return folder.toRealPath();
        } catch (IOException e) {
            return folder;
        }
    }
}
