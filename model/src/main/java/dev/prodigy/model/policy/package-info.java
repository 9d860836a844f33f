/// What a workflow says about failures: retries, breakers, quotas, limits, dispositions (spec 02 §3 to §8).
///
/// A `…Block` is what was written, with gaps; a `…Policy` is what holds, with every default filled in. Start with
/// {@link RetryBlock} and {@link RetryPolicy}.
package dev.prodigy.model.policy;
