package dev.prodigy.engine.run;

import dev.prodigy.model.event.EndEvent;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The end of a run behind which it is only merged (spec 05 §2.8): where that is cut off, the run is what it was.
///
/// @param event what the run had come to
/// @param at when; null where a redrive behind it was cut off too, which the run then is
record StandingEnd(EndEvent event, @Nullable Instant at) {}
