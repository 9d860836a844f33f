/// The events of a journal, the only truth about a run (spec 05 §6). Start with {@link Event}, a sealed type over
/// families such as {@link StepEvent} and {@link ItemEvent}; the records write and read themselves, and {@link
/// EventTypes} is the catalogue of their names.
package dev.prodigy.model.event;
