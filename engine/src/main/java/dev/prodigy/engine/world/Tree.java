package dev.prodigy.engine.world;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The working tree as steps see it: files, and what git says about them. Outside of git nothing ever changes.
public interface Tree {

    /// @return the directory that steps run in by default, absolute
    String directory();

    /// @return the root of the working tree, absolute: no data value may lead out of it
    String root();

    /// @return whether the tree belongs to git
    boolean isGit();

    /// @return the resolved directory, absolute; null when there is none
    @Nullable
    String resolveDirectory(String base, String path);

    /// Writes a file by temporary file and rename.
    ///
    /// @param confined the result must lie in the working tree, symbolic links followed
    /// @return null, or why it could not be written
    @Nullable
    String write(String base, String path, String content, int mode, boolean createDirs, boolean confined);

    /// @return the file's text, or null when it cannot be read
    @Nullable
    String read(String base, String path);

    /// @return when the file was last written, in milliseconds since the epoch; null when there is none
    @Nullable
    Long writtenAt(String base, String path);

    /// @return the state now, to compare with later
    Mark mark();

    /// @return what changed since a mark, committed or not, ignored files excluded
    Changes since(Mark mark);

    /// Commits changed and untracked files (spec 03 §9, `auto_commit`).
    ///
    /// @return null, or why it could not be done
    @Nullable
    String commit(CommitOrder order);

    /// A remembered state; what it holds is the world's.
    interface Mark {}

    /// What changed, paths in byte order, commits oldest first.
    ///
    /// @param moved whether HEAD moved forward to a different tree
    record Changes(
            List<String> added,
            List<String> modified,
            List<String> deleted,
            List<String> commits,
            List<String> messages,
            long insertions,
            long deletions,
            boolean moved) {
        public static final Changes NONE =
                new Changes(List.of(), List.of(), List.of(), List.of(), List.of(), 0, 0, false);
    }

    /// @param since commits after this mark become one when `squash`
    record CommitOrder(
            String message,
            @Nullable String author,
            boolean sign,
            List<String> include,
            List<String> exclude,
            boolean squash,
            Mark since) {}
}
