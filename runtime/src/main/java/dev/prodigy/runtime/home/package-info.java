/// The folder that the program owns: where things lie, how they are written so that a crash harms nothing, who
/// holds a lock, what a RUN argument means (spec 05 §5.1, §5.5, §9).
///
/// Start with {@link dev.prodigy.runtime.home.Home} for the layout and {@link dev.prodigy.runtime.home.Disk} for
/// the seam under what must outlive a crash: the journal, and files that are replaced as a whole. What can be made
/// anew, or goes with its process (logs, results for reduce, sorted parts, the files of one execution, the clock's
/// mark), is written past it, and so is the archive of a journal. {@link dev.prodigy.runtime.home.OwnerOnly} holds
/// for all of it.
package dev.prodigy.runtime.home;
