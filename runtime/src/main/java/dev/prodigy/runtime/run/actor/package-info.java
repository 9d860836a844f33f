/// The one thread that owns a run, its journal and its clock.
///
/// Start with {@link RunActor}.
package dev.prodigy.runtime.run.actor;
