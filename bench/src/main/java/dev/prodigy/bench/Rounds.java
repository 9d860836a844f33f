package dev.prodigy.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Measures things beside each other, in turn: what disturbs the machine disturbs all of them alike.
final class Rounds {
    private final Map<String, Task> tasks = new LinkedHashMap<>();

    /// One measurement.
    @FunctionalInterface
    interface Task {
        /// Measures once.
        double run() throws IOException;
    }

    /// Adds something to measure.
    Rounds with(String name, Task task) {
        tasks.put(name, task);
        return this;
    }

    /// @param count rounds that count; one to warm up goes before them
    /// @return name → what the rounds gave
    Map<String, Spread> run(int count) throws IOException {
        var values = new LinkedHashMap<String, List<Double>>();
        for (int round = 0; round <= count; round++) {
            for (var task : tasks.entrySet()) {
                double value = task.getValue().run();
                if (round > 0) {
                    values.computeIfAbsent(task.getKey(), _ -> new ArrayList<>())
                            .add(value);
                }
            }
        }
        var spreads = new LinkedHashMap<String, Spread>();
        values.forEach((name, each) -> spreads.put(name, Spread.of(each)));
        return spreads;
    }
}
