package dev.prodigy.runtime.run.actor;

import dev.prodigy.model.event.Recorded;
import java.util.List;
import java.util.function.Consumer;

/// Where the events of a live run become durable.
public interface EventLog {
    /// Queues events. One of the two is called once, in the order of the calls, never on the caller's thread
    /// before this returns.
    ///
    /// @param events in the order of their `seq`; none = only wait for what was queued before
    /// @param durable gets the events as they were written, with what is secret masked; short, never blocking
    /// @param failed the storage failed; nothing will ever be durable again
    void append(List<Recorded> events, Consumer<List<Recorded>> durable, Consumer<Throwable> failed);
}
