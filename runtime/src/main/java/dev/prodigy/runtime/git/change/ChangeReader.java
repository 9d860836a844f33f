package dev.prodigy.runtime.git.change;

import dev.prodigy.engine.redact.Redactor;
import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.git.salvage.FileSnapshot;
import dev.prodigy.runtime.git.worktree.ProvidedFiles;
import dev.prodigy.runtime.git.worktree.Status;
import dev.prodigy.runtime.git.worktree.StatusEntry;
import dev.prodigy.runtime.home.AtomicFile;
import dev.prodigy.runtime.home.LocalDisk;
import dev.prodigy.runtime.home.OwnerOnly;
import dev.prodigy.runtime.home.StorageFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Tells what changed in a worktree between two moments. Uncommitted files are compared as trees too; their
/// objects go to a directory of the run's, so that the user's repository does not grow, and a later process can compare
/// with what this one saw.
public final class ChangeReader implements AutoCloseable {
    private static final int WALK_LIMIT = 64;
    private static final String FOUND = "found";

    private final Repository repository;
    private final Path objects;
    private volatile Supplier<Redactor> redactor = () -> Redactor.PLAIN;
    private @Nullable TreeDifferences differences;

    /// @param repository that the worktrees belong to
    /// @param objects the directory for what is not committed, made when it is needed; its owner deletes it
    public ChangeReader(Repository repository, Path objects) {
        this.repository = repository;
        this.objects = objects;
    }

    /// From now on no declared secret of a file gets into the objects.
    ///
    /// @param known masks the secrets that are known at the moment
    public void conceal(Supplier<Redactor> known) {
        redactor = known;
    }

    /// @return the state of a worktree now. Costs one `git status`, and where something is uncommitted three calls
    ///     more
    /// @throws GitFailure WORKTREE_ERROR, GIT_ERROR
    public GitState now(WorkTree tree) {
        var status = Status.of(repository.git(), tree);
        var head = status.head();
        if (status.isClean() && head != null) {
            return at(head);
        }
        return new GitState(head, snapshot(tree));
    }

    private ObjectId snapshot(WorkTree tree) {
        try {
            return FileSnapshot.passing(repository, quarantine(), redactor.get())
                    .take(tree);
        } catch (GitFailure e) {
            throw e.writingTo(objects);
        }
    }

    /// The state in which the run found a worktree that it did not make. It is kept beside the objects, for the process
    /// that takes the run up: where they are gone, the run finds the worktree as it is now.
    ///
    /// @return the state when this was first asked, in whichever process
    /// @throws GitFailure WORKTREE_ERROR, GIT_ERROR
    public GitState found(WorkTree tree) {
        var file = objects.resolve(FOUND);
        try {
            var kept = Files.isRegularFile(file) ? GitState.read(Files.readString(file)) : null;
            if (kept != null && knows(kept)) {
                return kept;
            }
            var now = now(tree);
            keep(file, now);
            return now;
        } catch (IOException e) {
            throw GitFailure.of(GitCode.GIT_ERROR, "cannot read " + file, e);
        }
    }

    /// Where it cannot be kept the run goes on: the process that takes it up finds the worktree as it is then.
    private void keep(Path file, GitState found) {
        try {
            quarantine();
            AtomicFile.writeView(new LocalDisk(), file, found.written().getBytes(StandardCharsets.UTF_8));
        } catch (GitFailure | StorageFailure e) {
            System.getLogger(ChangeReader.class.getName()).log(System.Logger.Level.DEBUG, "not kept", e);
        }
    }

    /// @return the state of a clean checkout of a commit
    public GitState at(ObjectId commit) {
        return new GitState(commit, repository.objects().commit(commit).tree());
    }

    /// @return whether all that another process saw is still there to be compared with
    public boolean knows(GitState state) {
        var head = state.head();
        var look = head == null
                ? GitCommand.at(repository.checkout(), "rev-list", "--objects", "--quiet")
                : GitCommand.at(repository.checkout(), "diff-tree", "-r", "--numstat", "--no-renames")
                        .and("--no-ext-diff", "--no-textconv", head.hex());
        return repository
                .git()
                .run(look.and(state.tree().hex()).with(quarantine()))
                .ok();
    }

    /// Compares two states of one worktree.
    ///
    /// @throws GitFailure GIT_ERROR
    public Changes between(GitState before, GitState after) {
        return between(before, after, Set.of());
    }

    /// Compares a worktree with the commit it was made of, as {@link #between} does. What every worktree gets is no
    /// change while nobody changes it.
    ///
    /// @throws GitFailure WORKTREE_ERROR, GIT_ERROR
    public Changes sinceMade(GitState made, WorkTree tree) {
        return between(made, now(tree), provided(tree));
    }

    private Set<String> provided(WorkTree tree) {
        return ProvidedFiles.areIn(tree)
                ? ProvidedFiles.unchanged(
                                tree, Status.of(repository.git(), tree).entries())
                        .stream()
                        .map(StatusEntry::path)
                        .collect(Collectors.toSet())
                : Set.of();
    }

    private Changes between(GitState before, GitState after, Set<String> leftOut) {
        if (before.equals(after)) {
            return Changes.NONE;
        }
        var diff = new TreeDifference(leftOut);
        if (!before.tree().equals(after.tree())) {
            diff.read(differences().between(before.tree(), after.tree()));
        }
        return diff.with(commits(before.head(), after.head()));
    }

    /// @return the commits that the second has and the first has not, oldest first
    /// @throws GitFailure GIT_ERROR
    public List<ObjectId> commits(@Nullable ObjectId from, @Nullable ObjectId to) {
        if (to == null || to.equals(from)) {
            return List.of();
        }
        var line = from == null ? Optional.<List<ObjectId>>empty() : straightLine(from, to);
        return line.orElseGet(() -> commitsAsGitSays(from, to));
    }

    /// A step's few commits, one upon the other, need no process to be found.
    private Optional<List<ObjectId>> straightLine(ObjectId from, ObjectId to) {
        var line = new ArrayDeque<ObjectId>();
        for (var id = to; line.size() < WALK_LIMIT; ) {
            line.addFirst(id);
            var parents = repository.objects().commit(id).parents();
            if (parents.size() != 1) {
                return Optional.empty();
            }
            id = parents.getFirst();
            if (id.equals(from)) {
                return Optional.of(List.copyOf(line));
            }
        }
        return Optional.empty();
    }

    private List<ObjectId> commitsAsGitSays(@Nullable ObjectId from, ObjectId to) {
        var list = GitCommand.at(repository.checkout(), "rev-list", "--reverse", "--topo-order", to.hex());
        return repository
                .git()
                .run(from == null ? list : list.and("^" + from.hex()))
                .orThrow(GitCode.GIT_ERROR)
                .output()
                .lines()
                .map(ObjectId::new)
                .toList();
    }

    @Override
    public synchronized void close() {
        if (differences != null) {
            differences.close();
            differences = null;
        }
    }

    private synchronized TreeDifferences differences() {
        var open = differences;
        if (open == null) {
            var place = GitCommand.at(repository.checkout()).with(quarantine());
            open = new TreeDifferences(repository.git(), place);
            differences = open;
        }
        return open;
    }

    private synchronized Map<String, String> quarantine() {
        try {
            Files.createDirectories(objects, OwnerOnly.folder());
            return Map.of(
                    "GIT_OBJECT_DIRECTORY",
                    objects.toString(),
                    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
                    listed(repository.commonDir().resolve("objects").toString()));
        } catch (IOException e) {
            throw StorageFailure.of("use", objects, e);
        }
    }

    /// Git reads a list that colons divide, in which an entry may be quoted as a string of C is.
    private static String listed(String path) {
        return path.indexOf(':') < 0 ? path : '"' + path.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
