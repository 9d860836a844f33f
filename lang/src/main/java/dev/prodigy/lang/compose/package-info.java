/// Puts a workflow together from the files that it names: bases, a template, imports (spec 01 §12). Works on trees,
/// before anything is decoded. Start with {@link Composition}.
package dev.prodigy.lang.compose;
