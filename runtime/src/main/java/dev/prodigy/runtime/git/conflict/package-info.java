/// Merge conflicts that steps resolve, round by round (spec 03 §10, `on_conflict`). Start with {@link
/// ConflictResolution}.
package dev.prodigy.runtime.git.conflict;
