/// The journal of a run: the only truth about it (spec 05 §5.2 to §5.4).
///
/// ```
/// JournalWriter → CommitQueue → Committer (its own thread) → JournalOutput → files
/// files → JournalLines → Envelope, Line → JournalReader, JournalFollower, JournalScan
/// ```
///
/// Start with {@link dev.prodigy.runtime.journal.JournalWriter} and {@link
/// dev.prodigy.runtime.journal.JournalReader}.
package dev.prodigy.runtime.journal;
