package dev.prodigy.runtime.home;

/// A run and the repository name it is filed under.
///
/// @param repo the `{repo_name}` of spec 05 §5.1
/// @param run its id
public record RunRef(String repo, RunId run) {}
