package dev.prodigy.model.event;

import dev.prodigy.model.value.FieldsReader;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Worktrees and merges.
public sealed interface WorktreeEvent extends Event {

    /// A worktree for the run or for an item is there.
    ///
    /// @param branch checked out in it, or null
    record Created(String name, String path, @Nullable String branch, String baseCommit) implements WorktreeEvent {
        @Override
        public String type() {
            return "worktree_created";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("name", name)
                    .put("path", path)
                    .put("branch", branch)
                    .put("base_commit", baseCommit)
                    .done();
        }

        static Created read(FieldsReader in) {
            return new Created(in.text("name"), in.text("path"), in.textOrNull("branch"), in.text("base_commit"));
        }
    }

    /// A worktree is gone.
    record Removed(String name, String reason) implements WorktreeEvent {
        /// The reason of a run that removes what it no longer needs.
        public static final String RUN_OVER = "the run is over";

        @Override
        public String type() {
            return "worktree_removed";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter().put("name", name).put("reason", reason).done();
        }

        static Removed read(FieldsReader in) {
            return new Removed(in.text("name"), in.text("reason"));
        }
    }

    /// The items that share a run's session worktree have moved its branch to a commit.
    record Advanced(String name, String commit) implements WorktreeEvent {
        @Override
        public String type() {
            return "worktree_advanced";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter().put("name", name).put("commit", commit).done();
        }

        static Advanced read(FieldsReader in) {
            return new Advanced(in.text("name"), in.text("commit"));
        }
    }

    /// Work that would have been lost is kept under a ref; or, where `ref` is null, in a directory that the
    /// reason names.
    record Salvaged(
            String name, @Nullable String ref, @Nullable String commit, String reason) implements WorktreeEvent {
        @Override
        public String type() {
            return "worktree_salvaged";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("name", name)
                    .put("ref", ref)
                    .put("commit", commit)
                    .put("reason", reason)
                    .done();
        }

        static Salvaged read(FieldsReader in) {
            return new Salvaged(in.text("name"), in.textOrNull("ref"), in.textOrNull("commit"), in.text("reason"));
        }
    }

    /// The intent: written before the ref moves. Of an item it holds what the attempt will have come to, so that a
    /// crash loses nothing of it.
    record MergeStarted(
            String head,
            String target,
            String targetCommit,
            @Nullable String mergeCommit,
            @Nullable Value outcome) implements WorktreeEvent {
        @Override
        public String type() {
            return "merge_started";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("head", head)
                    .put("target", target)
                    .put("target_commit", targetCommit)
                    .put("merge_commit", mergeCommit)
                    .put("outcome", outcome)
                    .done();
        }

        static MergeStarted read(FieldsReader in) {
            return new MergeStarted(
                    in.text("head"),
                    in.text("target"),
                    in.text("target_commit"),
                    in.textOrNull("merge_commit"),
                    in.valueOrNull("outcome"));
        }
    }

    /// The target has the commits of an item or of the run.
    record MergeCompleted(String commit, String target) implements WorktreeEvent {
        @Override
        public String type() {
            return "merge_completed";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("commit", commit)
                    .put("target", target)
                    .done();
        }

        static MergeCompleted read(FieldsReader in) {
            return new MergeCompleted(in.text("commit"), in.text("target"));
        }
    }

    /// Both sides changed the same.
    ///
    /// @param resolution what is done about it
    record MergeConflicted(List<String> files, String resolution) implements WorktreeEvent {
        @Override
        public String type() {
            return "merge_conflicted";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter()
                    .put("files", files)
                    .put("resolution", resolution)
                    .done();
        }

        static MergeConflicted read(FieldsReader in) {
            return new MergeConflicted(in.texts("files"), in.text("resolution"));
        }
    }

    /// A merge was not made.
    record MergeSkipped(String reason) implements WorktreeEvent {
        @Override
        public String type() {
            return "merge_skipped";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter().put("reason", reason).done();
        }

        static MergeSkipped read(FieldsReader in) {
            return new MergeSkipped(in.text("reason"));
        }
    }

    /// A worktree is gone, damaged or cannot be removed; where it is needed it is made anew.
    record Orphaned(String name, String reason) implements WorktreeEvent {
        @Override
        public String type() {
            return "worktree_orphaned";
        }

        @Override
        public Value.Fields body() {
            return new FieldsWriter().put("name", name).put("reason", reason).done();
        }

        static Orphaned read(FieldsReader in) {
            return new Orphaned(in.text("name"), in.text("reason"));
        }
    }
}
