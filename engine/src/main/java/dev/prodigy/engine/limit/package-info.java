/// When a run has too many failures, or retries (spec 02 §6). Start with {@link FailureLimits}.
package dev.prodigy.engine.limit;
