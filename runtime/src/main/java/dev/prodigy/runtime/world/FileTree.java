package dev.prodigy.runtime.world;

import dev.prodigy.engine.world.Cut;
import dev.prodigy.engine.world.Tree;
import dev.prodigy.lang.expr.pattern.Regex;
import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.change.CommitOptions;
import dev.prodigy.runtime.git.change.GitState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A working tree on disk, and in git where it belongs to it.
public final class FileTree implements Tree {
    /// As many as the operating system follows.
    private static final int MOST_LINKS = 40;

    private static final Mark OUTSIDE = new Mark() {};

    private final Path directory;
    private final Path root;
    private final @Nullable GitView git;
    private final Map<String, String> variables;
    private final @Nullable SessionHistory history;

    /// @param directory where steps run by default
    /// @param root no data value leads out of it
    /// @param variables environment of the user's git hooks, beside the inherited one
    public FileTree(Path directory, Path root, @Nullable GitView git, Map<String, String> variables) {
        this(directory, root, git, variables, null);
    }

    /// @param history of the session whose worktree it is, or null
    public FileTree(
            Path directory,
            Path root,
            @Nullable GitView git,
            Map<String, String> variables,
            @Nullable SessionHistory history) {
        this.history = history;
        this.directory = directory;
        this.root = root;
        this.git = git;
        this.variables = Map.copyOf(variables);
    }

    /// @param made whether it is the state of the commit that the tree was made of
    private record GitMark(GitState state, boolean made) implements Mark {}

    @Override
    public String directory() {
        return directory.toString();
    }

    @Override
    public String root() {
        return root.toString();
    }

    @Override
    public @Nullable String resolveDirectory(String base, String path) {
        try {
            var resolved = Path.of(base).resolve(path).normalize();
            return Files.isDirectory(resolved) ? resolved.toRealPath().toString() : null;
        } catch (IOException | InvalidPathException e) {
            return null;
        }
    }

    @Override
    public @Nullable String write(
            String base, String path, String content, int mode, boolean createDirs, boolean confined) {
        try {
            var obstacle = obstacle(base, path, confined);
            if (obstacle != null) {
                return obstacle;
            }
            var file = Path.of(base).resolve(path).normalize();
            var folder = Objects.requireNonNull(file.getParent());
            if (createDirs) {
                Files.createDirectories(folder);
            }
            if (!Files.isDirectory(folder)) {
                return "the folder of `" + path + "` does not exist (create_dirs: true makes it)";
            }
            replace(folder.toRealPath().resolve(Objects.requireNonNull(file.getFileName())), content, mode);
            return null;
        } catch (IOException | InvalidPathException e) {
            return "cannot write `" + path + "`: " + e.getMessage();
        }
    }

    @Override
    public @Nullable String obstacle(String base, String path, boolean confined) {
        try {
            var file = Path.of(base).resolve(path).normalize();
            var folder = file.getParent();
            if (folder == null || file.getFileName() == null) {
                return "`" + path + "` names no file";
            }
            var nearest = nearest(folder);
            boolean inside =
                    isInside(nearest) && (!Files.isDirectory(folder) || isInside(nearest.resolve(file.getFileName())));
            if (confined && !inside) {
                return "`" + path + "` leads out of the working tree";
            }
            if (!Files.isDirectory(nearest)) {
                return "cannot write `" + path + "`: " + nearest + " is no directory";
            }
            return Files.isDirectory(file) ? "`" + path + "` is a directory" : null;
        } catch (IOException | InvalidPathException e) {
            return "cannot write `" + path + "`: " + e.getMessage();
        }
    }

    /// @return the folder, or the nearest one above it that exists, symbolic links followed
    private static Path nearest(Path folder) throws IOException {
        var there = folder;
        while (there.getParent() != null && !Files.exists(there)) {
            there = there.getParent();
        }
        return there.toRealPath();
    }

    /// A link leads where it points to, whether anything is there or not.
    private boolean isInside(Path real) throws IOException {
        var target = real;
        for (int links = 0; Files.isSymbolicLink(target) && !Files.exists(target); links++) {
            if (links == MOST_LINKS) {
                return false;
            }
            target = target.resolveSibling(Files.readSymbolicLink(target));
        }
        return nearest(target).startsWith(root.toRealPath());
    }

    private static void replace(Path file, String content, int mode) throws IOException {
        // not named after the file, whose name may be as long as names can be
        var temporary = Files.createTempFile(file.getParent(), ".prodigy-", ".tmp");
        try {
            Files.writeString(temporary, content);
            Files.setPosixFilePermissions(temporary, permissions(mode));
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    private static Set<PosixFilePermission> permissions(int mode) {
        var all = new PosixFilePermission[] {
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE,
            PosixFilePermission.GROUP_READ, PosixFilePermission.GROUP_WRITE, PosixFilePermission.GROUP_EXECUTE,
            PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_WRITE, PosixFilePermission.OTHERS_EXECUTE
        };
        var chosen = EnumSet.noneOf(PosixFilePermission.class);
        for (int i = 0; i < all.length; i++) {
            if ((mode & (0400 >> i)) != 0) {
                chosen.add(all[i]);
            }
        }
        return chosen;
    }

    @Override
    public @Nullable String read(String base, String path) {
        try {
            return Files.readString(Path.of(base).resolve(path));
        } catch (IOException | InvalidPathException e) {
            return null;
        }
    }

    @Override
    public @Nullable Long writtenAt(String base, String path) {
        try {
            return Files.getLastModifiedTime(Path.of(base).resolve(path)).toMillis();
        } catch (IOException | InvalidPathException e) {
            return null;
        }
    }

    @Override
    public @Nullable String head() {
        return git == null
                ? null
                : git.repository().headOf(git.tree()).map(ObjectId::hex).orElse(null);
    }

    @Override
    public @Nullable String tip() {
        return history == null ? null : history.head().map(ObjectId::hex).orElse(null);
    }

    @Override
    public @Nullable Trouble rewritten() {
        if (history == null) {
            return null;
        }
        try {
            history.require();
            return null;
        } catch (GitFailure e) {
            return new Trouble(e.code().name(), e.whole());
        }
    }

    @Override
    public Mark mark() {
        return git == null ? OUTSIDE : new GitMark(git.changes().now(git.tree()), false);
    }

    @Override
    public @Nullable String written(Mark mark) {
        return mark instanceof GitMark before ? before.state().written() : null;
    }

    @Override
    public @Nullable Mark mark(String written) {
        var state = GitState.read(written);
        return git != null && state != null && git.changes().knows(state) ? new GitMark(state, false) : null;
    }

    @Override
    public Mark origin() {
        return git == null ? OUTSIDE : new GitMark(git.origin().get(), true);
    }

    @Override
    public Changes since(Mark mark) {
        if (git == null || !(mark instanceof GitMark before)) {
            return Changes.NONE;
        }
        var changes = before.made()
                ? git.changes().sinceMade(before.state(), git.tree())
                : git.changes().between(before.state(), git.changes().now(git.tree()));
        boolean moved =
                git.evidence().lackOfCommit(git.tree(), before.state().head()).isEmpty();
        return new Changes(
                changes.added(),
                changes.modified(),
                changes.deleted(),
                changes.commits().stream().map(ObjectId::hex).toList(),
                changes.insertions(),
                changes.deletions(),
                moved);
    }

    @Override
    public @Nullable Trouble complete(Commits commits, Mark since, Runner runner) throws Cut {
        if (git == null || !(since instanceof GitMark before)) {
            return commits.required() ? new Trouble("COMMIT_MISSING", "outside of git nothing can be committed") : null;
        }
        var rules = commits.rules();
        var options = new CommitOptions(
                commits.auto(),
                commits.required(),
                commits.message(),
                pattern(commits.pattern()),
                new CommitOptions.Style(commits.author(), rules.sign() ? Boolean.TRUE : null, rules.squash()),
                new CommitOptions.Files(rules.include(), rules.exclude()));
        var execution = new CommitExecution(runner);
        try {
            git.commits(execution).complete(git.tree(), before.state().head(), options, variables);
            execution.check();
            return null;
        } catch (GitFailure e) {
            execution.check();
            var cause = e.code() == GitCode.COMMIT_MISSING
                    ? git.evidence().cause(git.tree(), git.origin().get().head(), e)
                    : e;
            return new Trouble(cause.code().name(), cause.whole());
        }
    }

    private static @Nullable Predicate<String> pattern(@Nullable String regex) {
        return regex == null ? null : Regex.parse(regex)::isFoundIn;
    }
}
