/// What a step asks before an attempt, and what the run answers (spec 02 §6.3, §7, §8). It asks through
/// `world.AttemptGate`; `decide.StepAdmission` answers.
package dev.prodigy.engine.admission;
