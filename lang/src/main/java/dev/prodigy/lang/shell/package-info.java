/// Shell text of a workflow becomes a script in which no value from outside can be code (spec 01 §9).
///
/// Start with {@link ShellText#of}. A value is not written into the script: the script refers to a variable that
/// holds it, so that no quote, line end or delimiter in a value can end anything. The grammar decides how the
/// reference is quoted and where the shell evaluates what it finds: there, only the digits of an integer are put.
/// {@link ShellLint} and {@link ShellReads} read a text for what is to be said of it and run nothing.
///
/// The packages below, from what is asked to what is found: `request` (a text and what decides how it is run),
/// `input` (the text under the cursor, its placeholders filled), `command` (words and the values in them), `script`
/// (what will run, with places for values), `grammar` (reads the one and writes the other), `flow` (what
/// values reach). Values that may reach a variable declared as an integer are looked at once more ({@link
/// EvaluatedValues}).
package dev.prodigy.lang.shell;
