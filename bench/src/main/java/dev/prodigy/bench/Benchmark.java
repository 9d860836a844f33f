package dev.prodigy.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// A group of measurements that belong together.
interface Benchmark {
    /// Measures.
    ///
    /// @param scratch an empty folder of its own
    /// @throws IOException when the machine does not let it
    List<Figure> measure(Path scratch) throws IOException;
}
