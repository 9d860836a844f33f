package dev.prodigy.runtime.git.salvage;

import dev.prodigy.engine.redact.Redactor;
import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.GitResult;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.Scratch;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.git.worktree.DirectoryTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// The files of a worktree, tracked or not but never ignored ones, as a tree object. Made with a temporary index, so
/// that the worktree's own index and files stay as they are; no hook runs.
public final class FileSnapshot {
    private final Repository repository;
    private final List<String> settings;
    private final Map<String, String> variables;
    private final Gaps gaps;
    private final Redactor redactor;

    /// What becomes of files that git cannot add.
    private enum Gaps {
        REFUSED,
        LEFT_OUT
    }

    private FileSnapshot(
            Repository repository, List<String> settings, Map<String, String> variables, Gaps gaps, Redactor redactor) {
        this.repository = repository;
        this.settings = settings;
        this.variables = Map.copyOf(variables);
        this.gaps = gaps;
        this.redactor = redactor;
    }

    /// Snapshots that are kept in the repository, with everything that stands in the files.
    public static FileSnapshot lasting(Repository repository) {
        var settings = List.of("-c", "core.safecrlf=false");
        return new FileSnapshot(repository, settings, Map.of(), Gaps.REFUSED, Redactor.PLAIN);
    }

    /// Snapshots that are compared and forgotten. They leave out what git cannot add, such as a repository without a
    /// commit inside the tree: nothing is lost by that, and nobody's checkout should have to be tidy for a run.
    ///
    /// @param variables say where their objects go
    /// @param redactor masks the secrets in files that hold declared ones
    public static FileSnapshot passing(Repository repository, Map<String, String> variables, Redactor redactor) {
        var settings =
                List.of("-c", "core.safecrlf=false", "-c", "core.fsync=none", "-c", "core.sharedRepository=0600");
        return new FileSnapshot(repository, settings, variables, Gaps.LEFT_OUT, redactor);
    }

    /// @return the tree
    /// @throws GitFailure GIT_ERROR, for example when a file cannot be read
    public ObjectId take(WorkTree tree) {
        return take(tree, (index, options) -> addAll(tree, index, options));
    }

    /// Takes some files; all others are as in the worktree's index.
    ///
    /// @param paths from the worktree's top
    /// @return the tree
    /// @throws GitFailure GIT_ERROR, for example when a file cannot be read
    ObjectId take(WorkTree tree, List<String> paths) {
        var addition = GitCommand.at(tree)
                .and(settings)
                .and("add", "--all", "--force", "--sparse", "--pathspec-from-file=-", "--pathspec-file-nul")
                .with("GIT_LITERAL_PATHSPECS", "1")
                .reading(String.join("\0", paths));
        return take(tree, (index, options) -> onIndex(index, addition.and(options)));
    }

    /// Brings an index to what the files are.
    private interface Addition {
        GitResult on(Path index, String... options) throws IOException;
    }

    private ObjectId take(WorkTree tree, Addition addition) {
        var folder = Scratch.folder(repository.scratch(), "index");
        try {
            var index = folder.resolve("index");
            if (!startFromOwnIndex(tree, index) || !addition.on(index).ok()) {
                startFromHead(tree, index);
                fill(index, addition);
            }
            return onIndex(tree, index, "write-tree").orThrow(GitCode.GIT_ERROR).id();
        } catch (IOException e) {
            throw GitFailure.of(GitCode.GIT_ERROR, "cannot use " + repository.scratch(), e);
        } finally {
            discard(folder);
        }
    }

    /// A copy keeps the known sizes and dates, so that only changed files are read.
    private static boolean startFromOwnIndex(WorkTree tree, Path index) throws IOException {
        if (!Files.exists(tree.own("index"))) {
            return false;
        }
        Files.copy(tree.own("index"), index);
        return true;
    }

    private void startFromHead(WorkTree tree, Path index) throws IOException {
        Files.deleteIfExists(index);
        onIndex(tree, index, "read-tree", "HEAD");
    }

    private GitResult addAll(WorkTree tree, Path index, String... options) throws IOException {
        var addition = GitCommand.at(tree)
                .and(settings)
                .and("add", "--all", "--sparse")
                .and(options);
        if (!redactor.knowsSecrets()) {
            return onIndex(index, addition);
        }
        var files = new ConcealedFiles(redactor, command -> onIndex(index, command), index.resolveSibling("masked"));
        var differing = onIndex(tree, index, "ls-files", "-z", "--modified", "--others", "--exclude-standard");
        if (!differing.ok()) {
            return differing;
        }
        var concealed = files.among(tree, differing.fields());
        var added = onIndex(index, ConcealedFiles.leftOut(addition, concealed));
        files.add(tree, concealed);
        return added;
    }

    private void fill(Path index, Addition addition) throws IOException {
        switch (gaps) {
            case REFUSED -> addition.on(index).orThrow(GitCode.GIT_ERROR);
            case LEFT_OUT -> {
                var added = addition.on(index, "--ignore-errors");
                if (added.exit() > 1) {
                    throw added.failure(GitCode.GIT_ERROR);
                }
            }
        }
    }

    private GitResult onIndex(WorkTree tree, Path index, String... arguments) {
        return onIndex(index, GitCommand.at(tree).and(settings).and(arguments));
    }

    private GitResult onIndex(Path index, GitCommand command) {
        return repository.git().run(command.with(variables).with("GIT_INDEX_FILE", index.toString()));
    }

    private static void discard(Path folder) {
        try {
            DirectoryTree.delete(folder);
        } catch (IOException e) {
            // A leftover in the scratch directory, which its owner empties.
        }
    }
}
