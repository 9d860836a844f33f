package dev.prodigy.runtime.git.worktree;

import dev.prodigy.runtime.git.Git;
import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.WorkTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/// Pipes, sockets and devices that steps left in a worktree. No status names them, and `git clean` removes them only
/// with a folder that holds nothing tracked. Looked at are the folders that changed since the worktree was last made
/// ready, which a mark beside its index says.
public final class SpecialFiles {
    private static final String MARK = "prodigy-ready";

    private SpecialFiles() {}

    /// Removes them from the folders that hold tracked files. What else is not tracked must be gone already.
    ///
    /// @throws GitFailure WORKTREE_ERROR
    public static void remove(Git git, WorkTree tree) {
        try {
            var since = lastReady(tree);
            var tracked = IndexFile.of(git, tree).stream().map(IndexEntry::path).collect(Collectors.toSet());
            for (var prefix : folders(tracked)) {
                var folder = tree.root().resolve(prefix);
                if (isChanged(folder, since)) {
                    removeFrom(folder, file -> tracked.contains(prefix + file.getFileName()));
                }
            }
        } catch (IOException e) {
            throw GitFailure.of(GitCode.WORKTREE_ERROR, "cannot look through " + tree.root(), e);
        }
    }

    /// Marks the moment at which a worktree is ready for steps.
    ///
    /// @throws GitFailure WORKTREE_ERROR
    public static void mark(WorkTree tree) {
        try {
            Files.writeString(tree.own(MARK), "");
        } catch (IOException e) {
            throw GitFailure.of(GitCode.WORKTREE_ERROR, "cannot write to " + tree.gitDir(), e);
        }
    }

    private static @Nullable FileTime lastReady(WorkTree tree) throws IOException {
        var mark = tree.own(MARK);
        return Files.isRegularFile(mark) ? Files.getLastModifiedTime(mark) : null;
    }

    /// @return the folders that paths are in, the top as an empty text and all others ending with a slash
    private static Set<String> folders(Set<String> paths) {
        var folders = new HashSet<String>(Set.of(""));
        for (var path : paths) {
            int end = path.lastIndexOf('/');
            while (end >= 0 && folders.add(path.substring(0, end + 1))) {
                end = path.lastIndexOf('/', end - 1);
            }
        }
        return folders;
    }

    /// Both times come from the same clock of the file system's.
    private static boolean isChanged(Path folder, @Nullable FileTime since) throws IOException {
        return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                && (since == null || Files.getLastModifiedTime(folder).compareTo(since) >= 0);
    }

    private static void removeFrom(Path folder, Predicate<Path> isTracked) throws IOException {
        List<Path> special;
        try (var each = Files.newDirectoryStream(folder, file -> !isTracked.test(file) && isSpecial(file))) {
            special = StreamSupport.stream(each.spliterator(), false).toList();
        }
        for (var file : special) {
            Files.deleteIfExists(file);
        }
    }

    private static boolean isSpecial(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .isOther();
    }
}
