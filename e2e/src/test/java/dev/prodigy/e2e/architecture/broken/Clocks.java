package dev.prodigy.e2e.architecture.broken;

import static java.time.ZoneOffset.UTC;

import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.ZonedDateTime;
import java.util.function.Supplier;

/// Reads what o'clock it is.
public final class Clocks {
    private Clocks() {}

    static final class OfInstant {
        Object read() {
            return Instant.now();
        }
    }

    static final class OfReference {
        Supplier<Instant> read() {
            return Instant::now;
        }
    }

    static final class OfDate {
        Object read() {
            return LocalDate.now(UTC);
        }
    }

    static final class OfDateTime {
        Object read() {
            return LocalDateTime.now(UTC);
        }
    }

    static final class OfTime {
        Object read() {
            return LocalTime.now(UTC);
        }
    }

    static final class OfOffset {
        Object read() {
            return OffsetDateTime.now(UTC);
        }
    }

    static final class OfZone {
        Object read() {
            return ZonedDateTime.now(UTC);
        }
    }

    static final class OfYear {
        Object read() {
            return Year.now(UTC);
        }
    }

    static final class OfClock {
        Object read() {
            return Clock.systemUTC();
        }
    }

    static final class OfTicks {
        Object read() {
            return Clock.tickSeconds(UTC);
        }
    }

    static final class OfSource {
        Object read() {
            return InstantSource.system();
        }
    }

    static final class OfMillis {
        long read() {
            return System.currentTimeMillis();
        }
    }

    static final class OfNanos {
        long read() {
            return System.nanoTime();
        }
    }
}
