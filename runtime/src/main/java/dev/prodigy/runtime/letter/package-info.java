/// Dead letters: the items of a run that failed for good, folded from its journal (spec 05 §7).
///
/// `DeadLetters` is pure; `LetterBox` reads the files.
package dev.prodigy.runtime.letter;
