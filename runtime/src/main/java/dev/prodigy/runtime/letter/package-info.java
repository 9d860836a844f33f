/// Dead letters: the items of a run that failed for good, folded from its journal (spec 05 §7).
///
/// `ItemCourse` is pure; `LetterBox` reads the journal, `LetterFiles` keeps the views.
package dev.prodigy.runtime.letter;
