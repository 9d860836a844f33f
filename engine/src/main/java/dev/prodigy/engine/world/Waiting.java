package dev.prodigy.engine.world;

import dev.prodigy.engine.run.Moment;
import java.time.Duration;

/// Time as sequential work sees it; tests make it virtual.
public interface Waiting {
    /// @return the two clocks now
    Moment now();

    /// Waits; a run that ends cuts the wait short.
    ///
    /// @throws Cut when the run is ending
    void pause(Duration duration) throws Cut;

    /// @return the next draw from [0, 1)
    double random();
}
