/// Whether another attempt follows a failed one, the same in every layer (spec 02 §3.6). Start with {@link RetryLoop}.
package dev.prodigy.engine.retry;
