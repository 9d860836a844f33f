package dev.prodigy.model.workflow;

/// How a run's commits reach the user's branch (spec 03 §11).
///
/// @param phase the merge steps, possibly none
/// @param keep the branch stays as it is: the steps push it or open a pull request
/// @param onConflict steps that resolve a conflict, or null
public record MergePhase(PhaseSteps phase, boolean keep, OnConflict onConflict) {}
