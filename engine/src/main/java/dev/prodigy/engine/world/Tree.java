package dev.prodigy.engine.world;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The working tree as steps see it: files, and what git says about them. Outside of git nothing ever changes.
public interface Tree {

    /// @return the directory that steps run in by default, absolute
    String directory();

    /// @return the root of the working tree, absolute: no data value may lead out of it
    String root();

    /// @return the resolved directory, absolute; null when there is none
    @Nullable
    String resolveDirectory(String base, String path);

    /// Writes a file by temporary file and rename.
    ///
    /// @param confined the result must lie in the working tree, symbolic links followed
    /// @return null, or why it could not be written
    @Nullable
    String write(String base, String path, String content, int mode, boolean createDirs, boolean confined);

    /// Looks for what keeps a file from being written there, folders that are missing apart.
    ///
    /// @param confined the result must lie in the working tree, symbolic links followed
    /// @return null, or why it could not be written
    @Nullable
    String obstacle(String base, String path, boolean confined);

    /// @return the file's text, or null when it cannot be read
    @Nullable
    String read(String base, String path);

    /// @return when the file was last written, in milliseconds since the epoch; null when there is none
    @Nullable
    Long writtenAt(String base, String path);

    /// @return the commit checked out, in full; null outside of git, and before the first
    @Nullable
    String head();

    /// @return the commit checked out in a run's own worktree, in full; null in any other tree
    default @Nullable String tip() {
        return null;
    }

    /// Looks whether what a run's finished steps and items committed is still in its history, where the tree is the
    /// run's own worktree.
    ///
    /// @return null, or what became of it
    default @Nullable Trouble rewritten() {
        return null;
    }

    /// @return the state now, to compare with later
    Mark mark();

    /// @return a state as the journal keeps it, or null where nothing can be compared with it
    @Nullable
    String written(Mark mark);

    /// @return the state that {@link #written} told, or null when it cannot be read
    @Nullable
    Mark mark(String written);

    /// @return the state in which the tree was made for the run or the item; where steps work in place, in which the
    ///     run found it
    Mark origin();

    /// @return what changed since a mark, committed or not, ignored files excluded
    Changes since(Mark mark);

    /// Does after a good execution what the step's commit options say: commits, makes commits one, checks them
    /// (spec 03 §9).
    ///
    /// @param since when the step began
    /// @param runner runs what may call the user's hooks, filters and signing programs
    /// @return null, or what is missing
    /// @throws Cut when the run is ending
    @Nullable
    Trouble complete(Commits commits, Mark since, Runner runner) throws Cut;

    /// Runs programs as part of the execution whose commits are made: under its limits, with its mark.
    @FunctionalInterface
    interface Runner {
        /// Runs one to its end, its processes included.
        ///
        /// @param environment all of it
        /// @throws Cut when the run is ending; its processes have been ended then
        Ran run(Call.Program.Direct program, String directory, Map<String, String> environment) throws Cut;
    }

    /// What a step says about its commits, its texts filled.
    ///
    /// @param message of a commit that prodigy makes
    /// @param pattern every new commit's message must match it; null = any
    /// @param author `Name <mail>`, or null for the user's
    record Commits(
            boolean required,
            boolean auto,
            String message,
            @Nullable String pattern,
            @Nullable String author,
            Rules rules) {

        /// @param squash the step's commits become one
        public record Rules(boolean sign, List<String> include, List<String> exclude, boolean squash) {
            public static final Rules NONE = new Rules(false, List.of(), List.of(), false);
        }
    }

    /// Something is not as a step must leave it.
    ///
    /// @param code of the error record
    record Trouble(String code, String message) {}

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
            long insertions,
            long deletions,
            boolean moved) {
        public static final Changes NONE = new Changes(List.of(), List.of(), List.of(), List.of(), 0, 0, false);
    }
}
