/// What a step has committed, changed and brought forth, whether that is enough, and what of it is lost (spec
/// 01 §3, §6; 03 §9). Start with {@link RequiredEvidence}.
package dev.prodigy.engine.step.evidence;
