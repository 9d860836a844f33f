/// The text under the cursor, as the shell sees it: placeholders give way to their fills, and open backquotes take
/// their backslashes away (spec 01 §8.1).
///
/// Start with {@link Input}; {@link Fills} puts the fills in, {@link WorkBound} ends what would take too long.
package dev.prodigy.lang.shell.input;
