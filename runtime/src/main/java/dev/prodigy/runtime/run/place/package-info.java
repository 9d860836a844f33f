/// Where a run works: the repository or folder that it was started in, or its caller's tree (spec 03 §9).
///
/// Start with {@link StartDirectory}.
package dev.prodigy.runtime.run.place;
