/// The list of a run's work items, made once and kept on disk, and the results that are read back from its journal
/// (spec 03 §3 to §7). Start with {@link ItemPipeline}, {@link ItemStore} and {@link Results}.
package dev.prodigy.runtime.item;
