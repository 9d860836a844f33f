/// The checks that need the whole workflow (spec 01 §14, 05 §3). Start with {@link Lint}, which lists them; each is a
/// {@link Check}, mostly over texts that {@link WorkflowWalk} shows with the names that can be read there, or over
/// steps.
package dev.prodigy.lang.lint;
