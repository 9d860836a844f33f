package dev.prodigy.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Memory of a run that waits for its only step.
final class MemoryBenchmark implements Benchmark {
    private static final int SECONDS = 3;

    @Override
    public List<Figure> measure(Path scratch) throws IOException {
        var launcher = Launcher.in(scratch);
        Files.writeString(
                launcher.directory().resolve("wait.yml"), "commands:\n  - shell: touch began; sleep " + 2 * SECONDS);
        var process = launcher.begin("run", "wait.yml", "-q");
        try {
            if (process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("the run ended before it could be measured");
            }
            double resident = Launcher.memory(process, "VmRSS");
            process.waitFor();
            return List.of(
                    Figure.of("resident while a step runs", resident, "MiB").atMost(80));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
