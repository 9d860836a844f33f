package dev.prodigy.engine.run;

import dev.prodigy.model.error.ErrorRecord;

/// How the merge stage ended (spec 03 §11).
public sealed interface MergeResult {
    /// The reason that there was nothing to merge.
    String NO_COMMITS = "no_commits";

    /// The reason that the branch stays: the workflow wishes so (`finish: keep`).
    String KEPT = "kept";

    /// The target holds the session's commits.
    record Merged() implements MergeResult {}

    /// Nothing changed in the user's repository, for a reason such as {@link #NO_COMMITS} or `no_consent`.
    record LeftOut(String reason) implements MergeResult {}

    /// Consent was given, and the merge was refused or failed.
    record Failed(ErrorRecord error) implements MergeResult {}

    /// The run is ending.
    record Interrupted() implements MergeResult {}
}
