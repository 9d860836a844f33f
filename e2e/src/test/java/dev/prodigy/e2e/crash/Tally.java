package dev.prodigy.e2e.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Counts trials by command and boundary.
final class Tally {
    private static final String ROW = "%-16s %-22s %7s %7s %7s%n";

    private final Map<Place, Counts> rows = new TreeMap<>();
    private final List<String> failures = new ArrayList<>();
    private final @Nullable Path evidence;

    /// @param evidence where the state of failed trials is kept, or null
    Tally(@Nullable Path evidence) {
        this.evidence = evidence;
    }

    /// Where the program died.
    private record Place(String scene, String boundary) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            int order = scene.compareTo(other.scene);
            return order == 0 ? boundary.compareTo(other.boundary) : order;
        }
    }

    private record Counts(int good, int bad) {
        Counts plus(Counts other) {
            return new Counts(good + other.good, bad + other.bad);
        }
    }

    void good(String scene, String boundary) {
        rows.merge(new Place(scene, boundary), new Counts(1, 0), Counts::plus);
    }

    void bad(String scene, String boundary, int number, Throwable why, Path state) throws IOException {
        rows.merge(new Place(scene, boundary), new Counts(0, 1), Counts::plus);
        failures.add("%s, killed at boundary %d (%s): %s".formatted(scene, number, boundary, why));
        if (evidence != null) {
            Files.createDirectories(evidence);
            Files.writeString(
                    evidence.resolve("%s-%d.txt".formatted(scene.replace(' ', '-'), number)), failures.getLast());
            Savepoint.copy(state, evidence.resolve("%s-%d".formatted(scene.replace(' ', '-'), number)));
        }
    }

    List<String> failures() {
        return List.copyOf(failures);
    }

    int trials() {
        return rows.values().stream()
                .mapToInt(counts -> counts.good + counts.bad)
                .sum();
    }

    /// @return one line per command and boundary
    String table() {
        var table = new StringBuilder(ROW.formatted("command", "killed at", "kills", "good", "bad"));
        rows.forEach((place, counts) -> table.append(
                ROW.formatted(place.scene, place.boundary, counts.good + counts.bad, counts.good, counts.bad)));
        return table.append(failures.size())
                .append(" of ")
                .append(trials())
                .append(" trials failed\n")
                .toString();
    }
}
