package dev.prodigy.lang.expr.scope;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// {@link Sources#atOneInstant}.
final class OneInstant implements Sources {
    private final Sources sources;
    private @Nullable Instant now;

    OneInstant(Sources sources) {
        this.sources = sources;
    }

    @Override
    public String uuid() {
        return sources.uuid();
    }

    @Override
    public Instant now() {
        var reading = now;
        if (reading == null) {
            reading = sources.now();
            now = reading;
        }
        return reading;
    }

    @Override
    public Reading file(String path) {
        return sources.file(path);
    }

    @Override
    public Reading command(String text) {
        return sources.command(text);
    }

    @Override
    public Reading secret(String text) {
        return sources.secret(text);
    }
}
