package dev.prodigy.lang.expr.scope;

import java.time.Instant;

/// {@link Sources#none}.
final class NoSources implements Sources {
    @Override
    public String uuid() {
        return "00000000-0000-0000-0000-000000000000";
    }

    @Override
    public Instant now() {
        return Instant.EPOCH;
    }

    @Override
    public Reading file(String path) {
        return new Reading.Unavailable("no file can be read here");
    }

    @Override
    public Reading command(String text) {
        return new Reading.Unavailable("no command can be run here");
    }
}
