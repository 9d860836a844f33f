package dev.prodigy.runtime.home;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/// The id of one execution: kind, UTC time to the millisecond, six random characters (spec 05 §5.1), such as
/// `mapreduce-20260131T120000123-k3x9qa`. Ids order by time, whatever their kind.
public record RunId(String text) implements Comparable<RunId> {
    private static final Pattern FORM = Pattern.compile("(workflow|mapreduce|graph)-([0-9]{8}T[0-9]{9})-[a-z0-9]{6}");
    private static final String CHARACTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
    private static final int RANDOM_CHARACTERS = 6;
    private static final Comparator<RunId> BY_TIME =
            Comparator.comparing(RunId::timeAndRandom).thenComparing(RunId::text);

    /// The first word of an id and the name of the mode in `state/` (spec 05 §5.1).
    public enum Kind {
        WORKFLOW("standard"),
        MAPREDUCE("mapreduce"),
        GRAPH("graph");

        private final String mode;

        Kind(String mode) {
            this.mode = mode;
        }

        /// @return the workflow's mode: `standard`, `mapreduce` or `graph`
        public String mode() {
            return mode;
        }

        private String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// @throws IllegalArgumentException when the text is not a run id
    public RunId {
        if (!FORM.matcher(text).matches()) {
            throw new IllegalArgumentException("not a run id: " + text);
        }
    }

    /// Makes a new id.
    ///
    /// @param now between the years 0 and 9999
    public static RunId create(Kind kind, Instant now, RandomGenerator random) {
        var text = new StringBuilder(kind.word())
                .append('-')
                .append(CompactTime.format(now))
                .append('-');
        for (int i = 0; i < RANDOM_CHARACTERS; i++) {
            text.append(CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
        }
        return new RunId(text.toString());
    }

    /// @return the id, or empty when the text is none
    public static Optional<RunId> parse(String text) {
        return FORM.matcher(text).matches() ? Optional.of(new RunId(text)) : Optional.empty();
    }

    /// @return the kind that the first word names
    public Kind kind() {
        return Kind.valueOf(text.substring(0, text.indexOf('-')).toUpperCase(Locale.ROOT));
    }

    /// @return when the id was made; empty where its digits are no date
    public Optional<Instant> createdAt() {
        try {
            var time = timeAndRandom().substring(0, "yyyymmddThhmmssSSS".length());
            return Optional.of(CompactTime.parse(time));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /// Orders by time of making, oldest first.
    @Override
    public int compareTo(RunId other) {
        return BY_TIME.compare(this, other);
    }

    @Override
    public String toString() {
        return text;
    }

    private String timeAndRandom() {
        return text.substring(text.indexOf('-') + 1);
    }
}
