/// How policies are written, in all their spellings: retries, backoff, breakers, quotas, error policies (spec 02 §3 to
/// §8). Start with {@link RetryShape}.
package dev.prodigy.lang.decode.policy;
