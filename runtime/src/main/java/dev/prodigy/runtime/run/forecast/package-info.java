/// What a run would do, without doing it (spec 05 §2.1, "Plan").
///
/// Start with {@link RunForecast}.
package dev.prodigy.runtime.run.forecast;
