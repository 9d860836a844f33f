package dev.prodigy.runtime.run.input;

import dev.prodigy.lang.expr.scope.Sources;
import dev.prodigy.runtime.home.RunId;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The world as one text sees it that is filled when a run starts: nothing runs yet, and no directory is anybody's.
///
/// The text is filled again whenever the run is taken up, and the run keeps its values (spec 05 §2.2): what they are
/// follows from the run's id and the text's name.
final class StartSources implements Sources {
    private static final long VERSION = 0xF000L;
    private static final long VERSION_4 = 0x4000L;

    private final @Nullable RunId run;
    private final String name;
    private final Instant now;
    private int uuids;

    /// @param run null where there is none
    /// @param name tells the text from all others of the run
    StartSources(@Nullable RunId run, String name) {
        this.run = run;
        this.name = name;
        this.now = run == null ? Instant.now() : run.createdAt().orElseGet(Instant::now);
    }

    @Override
    public String uuid() {
        if (run == null) {
            return UUID.randomUUID().toString();
        }
        var hash = UUID.nameUUIDFromBytes((run + " " + name + " " + uuids++).getBytes(StandardCharsets.UTF_8));
        long high = (hash.getMostSignificantBits() & ~VERSION) | VERSION_4;
        return new UUID(high, hash.getLeastSignificantBits()).toString();
    }

    @Override
    public Instant now() {
        return now;
    }

    @Override
    public Reading file(String path) {
        return new Reading.Unavailable("no file is read before the first step");
    }

    @Override
    public Reading command(String text) {
        return new Reading.Unavailable("no command runs before the first step");
    }
}
