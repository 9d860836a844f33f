package dev.prodigy.engine.world;

import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.Event;

/// The journal as sequential work sees it.
public interface EventRecorder {
    /// Reports what happened or is about to happen, and returns when that is durable.
    ///
    /// @throws Cut when it never will be, because the run is ending or its storage failed
    void record(Context context, Event event) throws Cut;
}
