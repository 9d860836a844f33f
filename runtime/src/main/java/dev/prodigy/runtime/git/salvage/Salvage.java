package dev.prodigy.runtime.git.salvage;

import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.RefChange;
import dev.prodigy.runtime.git.RefNames;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.git.worktree.DirectoryTree;
import dev.prodigy.runtime.git.worktree.Status;
import dev.prodigy.runtime.git.worktree.StatusEntry;
import dev.prodigy.runtime.git.worktree.UseNote;
import dev.prodigy.runtime.git.worktree.WorktreeLink;
import dev.prodigy.runtime.git.worktree.WorktreeRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Saves uncommitted work, and commits that nothing else would reach, to a reference before prodigy
/// resets, deletes or overwrites them. What is too large to commit, or cannot be committed, is
/// moved aside with its whole directory (spec 03 §12).
public final class Salvage {
    /// git compares every path that it is given with every file: of more of them, all that is there is taken.
    private static final int MOST_NAMED = 1000;

    /// Beyond this many bytes of changed files the directory is kept instead.
    public static final long LIMIT = 256L * 1024 * 1024;

    private static final int ATTEMPTS = 10;
    private static final ObjectId NOT_MADE = new ObjectId("0".repeat(40));

    private final Repository repository;
    private final WorktreeRegistry registry;
    private final FileSnapshot snapshot;
    private final SubmoduleCommits submodules;
    private final @Nullable Promised promised;

    /// @param registry moves worktrees aside
    public Salvage(Repository repository, WorktreeRegistry registry) {
        this(repository, registry, null);
    }

    private Salvage(Repository repository, WorktreeRegistry registry, @Nullable Promised promised) {
        this.repository = repository;
        this.registry = registry;
        this.snapshot = FileSnapshot.lasting(repository);
        this.submodules = new SubmoduleCommits(repository);
        this.promised = promised;
    }

    /// @return one that only says where it would save what, and writes nothing; the commits that it would make have the
    ///     null id
    public Salvage rehearsal() {
        return new Salvage(repository, registry, new Promised(new HashSet<>(), new HashSet<>(), new HashSet<>()));
    }

    /// What a rehearsal has said so far.
    ///
    /// @param refs that would be there by then
    /// @param commits that they would reach
    /// @param doomed references that would be gone by then
    private record Promised(Set<String> refs, Set<ObjectId> commits, Set<String> doomed) {
        Survivors of(Survivors survivors) {
            doomed.addAll(survivors.doomed());
            return new Survivors(doomed, survivors.commits()).and(commits);
        }

        Saved keep(String ref, List<ObjectId> reached, List<String> paths, List<ObjectId> lost) {
            refs.add(ref);
            commits.addAll(reached);
            return new Saved.Kept(ref, NOT_MADE, paths, lost);
        }
    }

    /// Saves what a worktree holds beyond its references: uncommitted work, commits its HEAD was ever at that nothing
    /// reaches, and those made in its submodules, which go to the user's repositories of these. What cannot
    /// be saved is moved aside.
    ///
    /// @param status of the worktree, as it is now
    /// @param ref where to; one that exists keeps what it has, as another parent of the new commit
    /// @param survivors what will still be there when the worktree is gone
    /// @throws GitFailure when nothing could be saved; then nothing may be thrown away
    public Saved save(WorkTree tree, Status status, String ref, Survivors survivors) {
        try {
            return saveInPlace(tree, status, ref, survivors);
        } catch (GitFailure e) {
            return retire(tree, status.head(), ref, String.valueOf(e.getMessage()));
        }
    }

    /// Saves like {@link #save}, but leaves the worktree where it is when that is not possible.
    ///
    /// @param status of the worktree, or of {@linkplain Status#only some paths alone}: nothing else is saved
    /// @throws GitFailure when it could not be saved; then nothing may be thrown away
    public Saved saveInPlace(WorkTree tree, Status status, String ref, Survivors survivors) {
        embedded(status).ifPresent(reason -> {
            throw new GitFailure(GitCode.WORKTREE_ERROR, reason);
        });
        if (promised == null) {
            submodules.keep(tree, ref);
        }
        var head = status.head();
        var left = left(survivors);
        // What HEAD reaches is no loss when a branch that stays holds it, or the saved files lead on from it.
        boolean held = !status.isClean()
                || (status.branch() != null && left.has("refs/heads/" + status.branch()))
                || (head != null && left.commits().contains(head));
        var lost = LostCommits.in(repository, tree, head, held, left);
        if (status.isClean()) {
            return point(lost, ref);
        }
        obstacle(tree, status).ifPresent(reason -> {
            throw new GitFailure(GitCode.WORKTREE_ERROR, reason);
        });
        if (promised != null) {
            var reached = new ArrayList<>(lost.all());
            Optional.ofNullable(head).ifPresent(reached::add);
            return promised.keep(ref, reached, status.paths(), lost.takenBack());
        }
        return new Saved.Kept(ref, commit(tree, status, lost.all(), ref), status.paths(), lost.takenBack());
    }

    /// Saves what was committed in the submodules of a worktree of which no more than its registration may be left.
    ///
    /// @param root its directory, which need not exist
    /// @throws GitFailure when it could not be saved; then the registration may not be removed
    public void saveSubmodules(Path root) {
        try {
            for (var gitDir : WorktreeLink.gitDirsOf(root, repository.commonDir())) {
                var tree = new WorkTree(root, gitDir);
                var ref = UseNote.of(tree)
                        .map(note -> note.user().salvageRef())
                        .orElseGet(() -> RefNames.SALVAGE + root.getFileName() + "/submodules");
                submodules.keep(tree, ref);
            }
        } catch (IOException e) {
            throw GitFailure.of(GitCode.WORKTREE_ERROR, "cannot read " + repository.commonDir(), e);
        }
    }

    /// Saves the commits HEAD of a worktree was ever at that nothing reaches, and nothing else.
    ///
    /// @param ref where to
    /// @param survivors what else will be there
    public Saved saveLostCommits(WorkTree tree, String ref, Survivors survivors) {
        var head = repository.headOf(tree).orElse(null);
        return point(LostCommits.in(repository, tree, head, true, survivors), ref);
    }

    /// Saves changed tracked files of a checkout of the user's, whose index and commits are theirs.
    ///
    /// @param status of the checkout
    /// @param parent of the commit that is made
    /// @param ref where to
    /// @throws GitFailure when they could not be saved
    public void saveFiles(WorkTree tree, Status status, ObjectId parent, String ref) {
        obstacle(tree, status).ifPresent(reason -> {
            throw new GitFailure(GitCode.WORKTREE_ERROR, reason);
        });
        var files = files(tree, () -> snapshot.take(tree, status.paths()));
        keep(ref, earlier -> {
            var parents = new ArrayList<>(List.of(parent));
            parents.addAll(earlier);
            return commitTree(files, parents, ref);
        });
    }

    /// Saves the files of a directory that is no worktree (any more), those that its `.gitignore` names
    /// left out.
    ///
    /// @throws GitFailure when it could not be saved, as where a repository is in it
    public Saved saveDirectory(Path directory, String ref) {
        try {
            long bytes = DirectoryTree.bytes(directory);
            if (bytes > LIMIT) {
                throw new GitFailure(GitCode.WORKTREE_ERROR, directory + " takes " + bytes + " bytes");
            }
            var inner = DirectoryTree.repositoryBelow(directory);
            if (inner != null) {
                throw new GitFailure(GitCode.WORKTREE_ERROR, inner + " is a repository of its own");
            }
        } catch (IOException e) {
            throw GitFailure.of(GitCode.WORKTREE_ERROR, "cannot read " + directory, e);
        }
        if (promised != null) {
            return promised.keep(ref, List.of(), List.of(), List.of());
        }
        var tree = new WorkTree(directory, repository.commonDir());
        var files = files(tree, () -> snapshot.take(tree));
        return new Saved.Kept(ref, keep(ref, earlier -> commitTree(files, earlier, ref)), List.of(), List.of());
    }

    /// Saves a commit, unless a branch, a tag or another reference reaches it.
    ///
    /// @param survivors what will still be there
    public Saved saveCommit(ObjectId commit, String ref, Survivors survivors) {
        var lost = left(survivors).lacking(repository, List.of(commit));
        return point(new LostCommits(lost, List.of()), ref);
    }

    /// Points the reference at commits; several of them, or what it pointed to before, become parents
    /// of a new one.
    private Saved point(LostCommits lost, String ref) {
        if (lost.all().isEmpty()) {
            return new Saved.Nothing();
        }
        if (promised != null) {
            return promised.keep(ref, lost.all(), List.of(), lost.takenBack());
        }
        var kept = keep(ref, earlier -> {
            var parents = new ArrayList<>(lost.all());
            parents.addAll(earlier);
            return parents.size() == 1
                    ? parents.getFirst()
                    : commitTree(repository.objects().commit(parents.getFirst()).tree(), parents, ref);
        });
        return new Saved.Kept(ref, kept, List.of(), lost.takenBack());
    }

    /// @param prefix such as `refs/prodigy/salvage/<run_id>/session-`
    /// @return the first name with that prefix and a number from 1 that is free
    public String freeName(String prefix) {
        int number = 1;
        while (isTaken(prefix + number)) {
            number++;
        }
        return prefix + number;
    }

    private Survivors left(Survivors survivors) {
        return promised == null ? survivors : promised.of(survivors);
    }

    private boolean isTaken(String ref) {
        return repository.refs().find(ref).isPresent()
                || (promised != null && promised.refs().contains(ref));
    }

    private ObjectId commit(WorkTree tree, Status status, List<ObjectId> lost, String ref) {
        var parents = new ArrayList<ObjectId>();
        var head = status.head();
        if (head != null) {
            parents.add(head);
        }
        if (status.entries().stream().anyMatch(StatusEntry::isStagedOnly)) {
            var index = repository.git().run(GitCommand.at(tree, "write-tree")).orThrow(GitCode.GIT_ERROR);
            parents.add(commitTree(index.id(), List.copyOf(parents), "index of " + ref));
        }
        var paths = status.paths();
        var files = files(tree, () -> paths.size() <= MOST_NAMED ? snapshot.take(tree, paths) : snapshot.take(tree));
        return keep(ref, earlier -> {
            var all = new LinkedHashSet<>(parents);
            all.addAll(earlier);
            all.addAll(lost);
            return commitTree(files, List.copyOf(all), ref);
        });
    }

    /// What a step has closed to its owner is opened where git cannot read it.
    private static ObjectId files(WorkTree tree, Supplier<ObjectId> taking) {
        try {
            return taking.get();
        } catch (GitFailure e) {
            if (isOpened(tree)) {
                return taking.get();
            }
            throw e;
        }
    }

    private static boolean isOpened(WorkTree tree) {
        try {
            return DirectoryTree.open(tree.root());
        } catch (IOException e) {
            return false;
        }
    }

    private ObjectId commitTree(ObjectId tree, List<ObjectId> parents, String what) {
        return repository.commits().write(tree, parents, "Saved by prodigy: " + what);
    }

    /// Points a reference to a commit that has what it held before among its parents. An attempt's
    /// files and its branch may be saved by two threads at once.
    ///
    /// @param making the commit for what the reference holds: nothing, or one commit
    private ObjectId keep(String ref, Function<List<ObjectId>, ObjectId> making) {
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            var earlier = repository.refs().find(ref);
            var commit = making.apply(earlier.stream().toList());
            var change = earlier.<RefChange>map(from -> new RefChange.Move(ref, from, commit))
                    .orElseGet(() -> new RefChange.Create(ref, commit));
            if (repository.refs().change(change)) {
                return commit;
            }
        }
        throw new GitFailure(GitCode.GIT_ERROR, ref + " is moved again and again by another process");
    }

    /// A commit that names a repository's commit does not hold what is in that repository.
    private static Optional<String> embedded(Status status) {
        return status.embedded().stream()
                .findFirst()
                .map(path -> path + " is a repository of its own, of which only the name of a commit was committed");
    }

    private static Optional<String> obstacle(WorkTree tree, Status status) {
        long bytes = 0;
        for (var entry : status.entries()) {
            if (entry.isNestedRepository()) {
                return Optional.of(entry.path() + " is a repository of its own");
            }
            if (entry.kind() == StatusEntry.Kind.SUBMODULE) {
                return Optional.of("the submodule " + entry.path() + " was changed");
            }
            bytes += size(tree.root(), entry.path());
        }
        return bytes > LIMIT ? Optional.of("its changed files take " + bytes + " bytes") : Optional.empty();
    }

    private static long size(Path root, String path) {
        try {
            var file = root.resolve(path);
            return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) ? Files.size(file) : 0;
        } catch (IOException e) {
            return 0;
        }
    }

    /// The branch is let go, so that other worktrees can check it out.
    private Saved retire(WorkTree tree, @Nullable ObjectId head, String ref, String reason) {
        if (head != null) {
            repository.refs().change(new RefChange.Detach(tree.foreignName("HEAD"), head));
        }
        String title = "retired-" + ref.replaceFirst("^refs/prodigy/[^/]+/", "").replace('/', '-');
        var place = tree.root().resolveSibling(title);
        for (int n = 2; Files.exists(place, LinkOption.NOFOLLOW_LINKS); n++) {
            place = tree.root().resolveSibling(title + "." + n);
        }
        return new Saved.Retired(registry.move(tree, place), reason);
    }
}
