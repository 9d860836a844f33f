/// The folder that the program owns: where things lie, how they are written so that a crash harms nothing, who
/// holds a lock, what a RUN argument means (spec 05 §5.1, §5.5, §9).
///
/// Start with {@link dev.prodigy.runtime.home.Home} for the layout and {@link dev.prodigy.runtime.home.Disk} for
/// the seam under everything that is written.
package dev.prodigy.runtime.home;
