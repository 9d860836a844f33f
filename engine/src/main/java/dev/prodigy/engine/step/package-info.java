/// One step, from its `when` to its durable outcome, whatever list it stands in (spec 01 §2 to §7, 02 §1). Start with
/// {@link StepRunner}, then {@link StepCycles}, {@link Cycle} and {@link StepReactions}; {@link Kinds} is the one
/// switch over kinds. Below it: what steps come to (`result`), what surrounds them (`frame`), their texts (`text`), the
/// kinds (`kind`) and what is demanded of their files and commits (`evidence`), each of which knows only those before
/// it.
package dev.prodigy.engine.step;
