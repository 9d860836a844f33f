/// Work items on their way, a few bytes each, so that a million fit (spec 03 §6, §16). Start with {@link ItemTable} and
/// {@link ItemFold}: only the fold of the journal changes the table.
package dev.prodigy.engine.item;
