/// What a person or a step asks for when a run begins or goes on, and the ways in which that is refused (spec 05 §2).
///
/// Start with {@link RunRequest}.
package dev.prodigy.runtime.run.request;
