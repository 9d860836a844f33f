package dev.prodigy.runtime.git.conflict;

import dev.prodigy.runtime.git.FewNames;
import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.GitResult;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.git.worktree.OwnMerge;
import dev.prodigy.runtime.git.worktree.Pathspecs;
import dev.prodigy.runtime.git.worktree.ProvidedFiles;
import dev.prodigy.runtime.git.worktree.Status;
import dev.prodigy.runtime.git.worktree.StatusEntry;
import dev.prodigy.runtime.git.worktree.Unfinished;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// One round of resolving a conflict by steps: the other side is being merged in a worktree, with markers in
/// the files; afterwards it is looked at what the steps made of it (spec 03 §10, `on_conflict`).
public final class ConflictResolution {
    private final Repository repository;
    private final WorkTree tree;
    private final ObjectId theirs;
    private final List<String> files;
    private final Map<String, String> untouched;

    private ConflictResolution(
            Repository repository, WorkTree tree, ObjectId theirs, List<String> files, Map<String, String> untouched) {
        this.repository = repository;
        this.tree = tree;
        this.theirs = theirs;
        this.files = List.copyOf(files);
        this.untouched = Map.copyOf(untouched);
    }

    /// What the steps made of the conflict.
    public sealed interface Result {
        /// @param head a commit that has both sides
        record Resolved(ObjectId head) implements Result {}

        /// @param files that are still in conflict; none when the merge itself was given up
        record Unresolved(List<String> files) implements Result {
            /// @return what the steps did not do, for people
            public String explained() {
                return files.isEmpty()
                        ? "the steps of on_conflict gave the merge up"
                        : "the steps of on_conflict left it unresolved in " + FewNames.of(files);
            }
        }
    }

    /// Begins the merge. Uncommitted work in the worktree must have been saved: it is removed. Ignored files stay, and
    /// what every worktree gets; where git does not begin because of that, it goes as well.
    ///
    /// @param theirs what is merged into the worktree's HEAD
    /// @throws GitFailure GIT_ERROR when git does not even begin, WORKTREE_ERROR
    public static ConflictResolution begin(Repository repository, WorkTree tree, ObjectId theirs) {
        var git = repository.git();
        var ground = new MergeGround(git, tree);
        boolean cleared = !ground.clearWork(theirs);
        OwnMerge.begin(tree, theirs);
        var merge = merge(repository, tree, theirs);
        if (!cleared && !hasBegun(merge, tree)) {
            ground.clear();
            merge = merge(repository, tree, theirs);
        }
        if (!hasBegun(merge, tree)) {
            throw merge.failure(GitCode.GIT_ERROR);
        }
        var files = unmerged(Status.of(git, tree));
        var untouched = new HashMap<String, String>();
        for (var file : files) {
            if (!hasMarkers(tree, file)) {
                untouched.put(file, fingerprint(tree, file));
            }
        }
        return new ConflictResolution(repository, tree, theirs, files, untouched);
    }

    private static GitResult merge(Repository repository, WorkTree tree, ObjectId theirs) {
        return repository
                .git()
                .run(GitCommand.at(tree, "merge", "-q", "--no-ff", "--no-commit", "--no-edit", theirs.hex())
                        .with(repository.identity().variables()));
    }

    private static boolean hasBegun(GitResult merge, WorkTree tree) {
        return merge.ok() || Unfinished.in(tree).contains(Unfinished.MERGE);
    }

    /// @return the files in conflict, from the repository's top, as they are called in this worktree
    public List<String> files() {
        return files;
    }

    /// Looks at the worktree after the steps. Files without markers are added and committed if the steps did not. One
    /// that never had markers (binary, or deleted on one side) counts as resolved when it was added or changed.
    ///
    /// @throws GitFailure GIT_ERROR
    public Result finish() {
        var status = Status.of(repository.git(), tree);
        var open = stillOpen(status);
        if (!open.isEmpty()) {
            return new Result.Unresolved(MovedAside.named(open, "HEAD", theirs.hex()));
        }
        if (Unfinished.in(tree).contains(Unfinished.MERGE)) {
            var git = repository.git();
            git.run(GitCommand.at(tree, "add", "--update", "--sparse")
                            .and("--pathspec-from-file=-", "--pathspec-file-nul")
                            .reading(":/\0" + Pathspecs.excluding(ProvidedFiles.unchanged(tree, status.entries()))))
                    .orThrow(GitCode.GIT_ERROR);
            git.run(GitCommand.at(tree, "commit", "-q", "--no-verify", "--no-edit")
                            .with(repository.identity().variables()))
                    .orThrow(GitCode.GIT_ERROR);
        }
        var head = repository.headOf(tree);
        return head.isPresent() && repository.objects().isAncestor(theirs, head.get())
                ? new Result.Resolved(head.get())
                : new Result.Unresolved(List.of());
    }

    private List<String> stillOpen(Status status) {
        var unmerged = unmerged(status);
        var open = new ArrayList<String>();
        for (var file : files) {
            boolean left = unmerged.contains(file) && fingerprint(tree, file).equals(untouched.get(file));
            if (left || hasMarkers(tree, file)) {
                open.add(file);
            }
        }
        return open;
    }

    private static List<String> unmerged(Status status) {
        return status.entries().stream()
                .filter(entry -> entry.kind() == StatusEntry.Kind.UNMERGED)
                .map(StatusEntry::path)
                .toList();
    }

    private static boolean hasMarkers(WorkTree tree, String file) {
        try {
            return ConflictMarkers.areIn(tree.root().resolve(file));
        } catch (IOException e) {
            throw GitFailure.of(GitCode.GIT_ERROR, "cannot read " + file, e);
        }
    }

    /// Every write changes a file's identity, size or date.
    private static String fingerprint(WorkTree tree, String file) {
        Path path = tree.root().resolve(file);
        try {
            var now = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return now.fileKey() + " " + now.size() + " " + now.lastModifiedTime();
        } catch (IOException e) {
            return "absent";
        }
    }
}
