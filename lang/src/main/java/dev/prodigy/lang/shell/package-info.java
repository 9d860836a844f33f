/// Shell text of a workflow becomes a script in which no value from outside can be code (spec 01 §9).
///
/// Start with {@link dev.prodigy.lang.shell.ShellText#of}. A value is not written into the script: the script refers
/// to a variable that holds it, so that no quote, line end or delimiter in a value can end anything. The grammar
/// decides how the reference is quoted and where the shell evaluates what it finds: there, only the digits of an
/// integer are put.
///
/// One file reads one construct: each {@link dev.prodigy.lang.shell.Context} takes the next characters,
/// passes them on to the {@link dev.prodigy.lang.shell.ScriptDraft} byte for byte, and opens and closes others.
/// What is demanded of a value is often known only later in its command (`[[ x -gt …`), so the draft keeps
/// holes, and the script is written last.
package dev.prodigy.lang.shell;
