/// The script that will run: a draft with places for values, then what refers to each value there (spec 01 §9.2).
///
/// Start with {@link ScriptDraft}, which the grammar writes; {@link Rewriting} makes the script of it, last of all.
package dev.prodigy.lang.shell.script;
