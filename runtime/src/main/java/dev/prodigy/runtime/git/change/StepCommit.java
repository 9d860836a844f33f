package dev.prodigy.runtime.git.change;

import dev.prodigy.runtime.git.FewNames;
import dev.prodigy.runtime.git.Git;
import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.GitExecution;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.GitResult;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.Scratch;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.git.worktree.HeadLog;
import dev.prodigy.runtime.git.worktree.OwnMerge;
import dev.prodigy.runtime.git.worktree.Pathspecs;
import dev.prodigy.runtime.git.worktree.ProvidedFiles;
import dev.prodigy.runtime.git.worktree.Status;
import dev.prodigy.runtime.git.worktree.StatusEntry;
import dev.prodigy.runtime.git.worktree.Unfinished;
import dev.prodigy.runtime.home.StorageFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Does after a successful step what its commit options say: commits what it left, makes its
/// commits one, and checks them (spec 03 §9). Works in any worktree, also in the user's checkout
/// under `isolation: none`.
public final class StepCommit {
    private final Repository repository;
    private final EvidenceCheck evidence;
    private final Git executed;

    /// @param repository that the worktrees belong to
    /// @param execution of the step: runs what calls the user's hooks, filters and signing programs
    public StepCommit(Repository repository, GitExecution execution) {
        this.repository = repository;
        this.evidence = new EvidenceCheck(repository);
        this.executed = repository.git().within(execution);
    }

    /// Applies the options.
    ///
    /// @param before HEAD when the step began, or null before the first commit
    /// @param variables environment of the step, for the user's hooks
    /// @return HEAD now, or null before the first commit; in a merge of prodigy's that steps resolve what is to be
    ///     committed is added only, and no commit is demanded beside it
    /// @throws GitFailure GIT_ERROR when git or a hook refuses, VALIDATION_ERROR for a message that
    ///     does not match, COMMIT_MISSING
    public @Nullable ObjectId complete(
            WorkTree tree, @Nullable ObjectId before, CommitOptions options, Map<String, String> variables) {
        boolean isLeftToMerge = options.autoCommit() && OwnMerge.isIn(tree);
        if (isLeftToMerge) {
            leaveToMerge(tree, options.files());
        } else if (options.autoCommit()) {
            commitRest(tree, options, variables);
        }
        if (options.style().squash()) {
            squash(tree, before, options);
        }
        if (options.required() && !isLeftToMerge) {
            evidence.lackOfCommit(tree, before).ifPresent(lack -> {
                throw new GitFailure(GitCode.COMMIT_MISSING, lack);
            });
        }
        var head = repository.headOf(tree).orElse(before);
        if (head != null) {
            checkMessages(before, head, options);
        }
        return head;
    }

    private void commitRest(WorkTree tree, CommitOptions options, Map<String, String> variables) {
        var status = Status.of(repository.git(), tree);
        var copies = ProvidedFiles.unchangedCopies(tree, status.entries());
        var provided = ProvidedFiles.unchanged(tree, status.entries());
        if (provided.size() == status.entries().size()) {
            return;
        }
        requireResolved(status);
        boolean merging = Unfinished.in(tree).contains(Unfinished.MERGE);
        if (!merging && provided.size() > copies.size() && !addsWork(tree, options.files(), status, provided)) {
            return;
        }
        var leftOut = embedded(status) + Pathspecs.excluding(merging ? provided : copies);
        if (options.files().isAll()) {
            addAll(tree, leftOut);
            commit(tree, options, variables, List.of());
            return;
        }
        var paths = chosen(tree, options.files(), leftOut);
        if (!paths.isEmpty()) {
            commit(tree, options, variables, paths);
        }
    }

    /// A merge that prodigy makes is committed as a whole, when its steps are over (spec 03 §10): what this one left
    /// becomes part of it. What is in conflict is added when all have had their turn.
    private void leaveToMerge(WorkTree tree, CommitOptions.Files files) {
        var status = Status.of(repository.git(), tree);
        var provided = ProvidedFiles.unchanged(tree, status.entries());
        var leftOut = embedded(status) + Pathspecs.excluding(provided) + Pathspecs.excluding(unmerged(status));
        if (files.isAll()) {
            addAll(tree, leftOut);
        } else {
            chosen(tree, files, leftOut);
        }
    }

    /// What every worktree gets is committed with a step's work, but is none, and no part of a merge (spec 03 §9).
    ///
    /// @param provided what the step left as it was
    /// @return whether there is anything else to commit; it is added
    private boolean addsWork(WorkTree tree, CommitOptions.Files files, Status status, List<StatusEntry> provided) {
        var leftOut = embedded(status) + Pathspecs.excluding(provided);
        var paths = new HashSet<>(files.isAll() ? addedInAll(tree, leftOut) : chosen(tree, files, leftOut));
        provided.forEach(entry -> paths.remove(entry.path()));
        return !paths.isEmpty();
    }

    private List<String> addedInAll(WorkTree tree, String leftOut) {
        addAll(tree, leftOut);
        return staged(tree, List.of());
    }

    private void addAll(WorkTree tree, String leftOut) {
        run(tree, addition(tree).reading(":/\0" + leftOut)).orThrow(GitCode.GIT_ERROR);
    }

    private static GitCommand addition(WorkTree tree) {
        return GitCommand.at(tree, "-c", "core.safecrlf=false", "add", "--all", "--sparse")
                .and("--pathspec-from-file=-", "--pathspec-file-nul");
    }

    /// To git a conflict is resolved as soon as its file is added, whatever stands in it.
    private static void requireResolved(Status status) {
        var files = unmerged(status).stream().map(StatusEntry::path).toList();
        if (!files.isEmpty()) {
            throw new GitFailure(
                    GitCode.GIT_UNFINISHED, "auto_commit commits no conflicts; not resolved: " + FewNames.of(files));
        }
    }

    private static List<StatusEntry> unmerged(Status status) {
        return status.entries().stream()
                .filter(entry -> entry.kind() == StatusEntry.Kind.UNMERGED)
                .toList();
    }

    /// Repositories that are no part of this one: git would add the name of a commit, and nothing of what is in them.
    ///
    /// @return pathspecs that exclude them, each ended by NUL
    private static String embedded(Status status) {
        return Pathspecs.excluding(status.entries().stream()
                .filter(StatusEntry::isNestedRepository)
                .toList());
    }

    /// Adds the chosen files only.
    ///
    /// @param leftOut pathspecs of what is not added though it were chosen
    /// @return those that differ from HEAD now
    private List<String> chosen(WorkTree tree, CommitOptions.Files files, String leftOut) {
        var added = run(tree, addition(tree).reading(files.pathspecs() + leftOut));
        if (!added.ok() && !added.errors().contains("did not match any files")) {
            throw added.failure(GitCode.GIT_ERROR);
        }
        return staged(
                tree,
                List.of(files.pathspecs().split("\0", -1)).stream()
                        .filter(spec -> !spec.isEmpty())
                        .toList());
    }

    /// @param pathspecs none for all
    private List<String> staged(WorkTree tree, List<String> pathspecs) {
        var differing = GitCommand.at(tree, "diff-index", "--cached", "-z", "--name-only", "--no-renames")
                .and(committed(tree), "--")
                .and(pathspecs);
        return repository.git().run(differing).orThrow(GitCode.GIT_ERROR).fields();
    }

    /// @return what names the files that are committed: none before the first commit
    private String committed(WorkTree tree) {
        return repository.headOf(tree).isPresent()
                ? "HEAD"
                : repository
                        .git()
                        .run(GitCommand.at(tree, "hash-object", "-t", "tree", "--stdin"))
                        .orThrow(GitCode.GIT_ERROR)
                        .line();
    }

    /// @param paths the only ones to commit, whatever else is staged; none for all that is staged
    private void commit(WorkTree tree, CommitOptions options, Map<String, String> variables, List<String> paths) {
        var words = new ArrayList<>(List.of("commit", "-q", "--no-edit", "--cleanup=whitespace", "--file=-"));
        addStyle(words, options.style());
        Path list = null;
        try {
            if (!paths.isEmpty()) {
                list = Scratch.file(repository.scratch(), "paths");
                Files.writeString(list, ":(top,literal)" + String.join("\0:(top,literal)", paths));
                words.addAll(List.of("--only", "--pathspec-from-file=" + list, "--pathspec-file-nul"));
            }
            var command = GitCommand.in(tree.root())
                    .and(words)
                    .with(repository.identity().variables())
                    .with(variables)
                    .reading(options.message())
                    .asUser();
            var result = run(tree, command);
            if (!result.ok() && !hasNothingStaged(tree)) {
                throw refused(result);
            }
        } catch (IOException e) {
            throw StorageFailure.of("use", repository.scratch(), e);
        } finally {
            discard(list);
        }
    }

    private static void discard(@Nullable Path file) {
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // A leftover in the scratch directory, which its owner empties.
        }
    }

    private static GitFailure refused(GitResult result) {
        String evidence = (result.errors() + result.output()).strip();
        return result.interrupted()
                ? new GitFailure(GitCode.GIT_ERROR, "the automatic commit was interrupted", evidence)
                : new GitFailure(GitCode.GIT_ERROR, "the automatic commit was refused", evidence);
    }

    /// Git that was ended may have had no time to remove its locks.
    private GitResult run(WorkTree tree, GitCommand command) {
        var before = HeldLocks.of(tree);
        var result = executed.run(command);
        if (result.interrupted()) {
            HeldLocks.of(tree).removeAllBut(before);
        }
        return result;
    }

    private boolean hasNothingStaged(WorkTree tree) {
        return repository
                .git()
                .run(GitCommand.at(tree, "diff-index", "--cached", "--quiet", committed(tree)))
                .ok();
    }

    /// Two commits or more become one with the same files; a rewritten history is left for the evidence
    /// to find.
    private void squash(WorkTree tree, @Nullable ObjectId before, CommitOptions options) {
        var head = repository.headOf(tree).orElse(before);
        if (head == null || (before != null && !repository.objects().isAncestor(before, head))) {
            return;
        }
        var last = repository.objects().commit(head);
        var parents = parents(tree, before, head);
        if (head.equals(before) || last.parents().equals(parents)) {
            return;
        }
        var words = new ArrayList<>(List.of("commit-tree", last.tree().hex()));
        parents.forEach(parent -> words.addAll(List.of("-p", parent.hex())));
        boolean signing = isSigning(tree, options.style());
        if (signing) {
            words.add("--gpg-sign");
        }
        var command = GitCommand.at(tree)
                .and(words)
                .with(repository.identity().variables())
                .with(authorVariables(options.style()))
                .reading(options.message() + "\n");
        var git = signing ? executed : repository.git();
        var one = git.run(command).orThrow(GitCode.GIT_ERROR).id();
        moveHead(tree, head, one);
    }

    /// What a step has taken in by committing prodigy's merge stays (spec 03 §10).
    private List<ObjectId> parents(WorkTree tree, @Nullable ObjectId before, ObjectId head) {
        if (before == null) {
            return List.of();
        }
        var objects = repository.objects();
        return OwnMerge.theirs(tree)
                .filter(theirs -> objects.isAncestor(theirs, head) && !objects.isAncestor(theirs, before))
                .map(theirs -> List.of(before, theirs))
                .orElse(List.of(before));
    }

    /// HEAD may be detached or on any branch; either way it is HEAD that moves, and no file changes.
    private void moveHead(WorkTree tree, ObjectId from, ObjectId to) {
        repository
                .git()
                .run(GitCommand.at(tree, "-c", "core.fsyncMethod=fsync", "update-ref", "-m", HeadLog.SQUASH, "HEAD")
                        .and(to.hex(), from.hex()))
                .orThrow(GitCode.GIT_ERROR);
    }

    private boolean isSigning(WorkTree tree, CommitOptions.Style style) {
        var sign = style.sign();
        if (sign != null) {
            return sign;
        }
        var configured = GitCommand.in(tree.root(), "config", "--type=bool", "--get", "commit.gpgSign")
                .asUser();
        return repository.git().run(configured).line().equals("true");
    }

    private static void addStyle(List<String> words, CommitOptions.Style style) {
        if (style.author() != null) {
            words.add("--author=" + style.author());
        }
        if (style.sign() != null) {
            words.add(style.sign() ? "--gpg-sign" : "--no-gpg-sign");
        }
    }

    private static Map<String, String> authorVariables(CommitOptions.Style style) {
        var author = style.author();
        if (author == null) {
            return Map.of();
        }
        int open = author.lastIndexOf('<');
        int close = author.lastIndexOf('>');
        if (open < 0 || close < open) {
            throw new GitFailure(GitCode.VALIDATION_ERROR, "the author is not of the form `Name <mail>`: " + author);
        }
        return Map.of(
                "GIT_AUTHOR_NAME", author.substring(0, open).strip(),
                "GIT_AUTHOR_EMAIL", author.substring(open + 1, close));
    }

    private void checkMessages(@Nullable ObjectId before, ObjectId head, CommitOptions options) {
        var pattern = options.pattern();
        if (pattern == null || head.equals(before)) {
            return;
        }
        var list = GitCommand.at(repository.checkout(), "rev-list", head.hex());
        for (var name : repository
                .git()
                .run(before == null ? list : list.and("^" + before.hex()))
                .orThrow(GitCode.GIT_ERROR)
                .output()
                .lines()
                .toList()) {
            var commit = repository.objects().commit(new ObjectId(name));
            if (!pattern.test(commit.message().strip())) {
                throw new GitFailure(
                        GitCode.VALIDATION_ERROR,
                        "the message of commit " + commit.id().abbreviated() + " does not match the pattern: "
                                + commit.subject());
            }
        }
    }
}
