package dev.prodigy.lang.expr;

import dev.prodigy.lang.expr.scope.Sources;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A world that remembers what was asked of it; its clock moves on by a second at each reading.
final class RecordedSources implements Sources {
    final List<String> commands = new ArrayList<>();
    final List<String> files = new ArrayList<>();
    Map<String, String> contents = Map.of();
    private Instant now = Instant.parse("2026-03-04T05:06:07.890Z");
    private int uuids;

    @Override
    public String uuid() {
        return "uuid-" + ++uuids;
    }

    @Override
    public Instant now() {
        var reading = now;
        now = now.plus(Duration.ofSeconds(1));
        return reading;
    }

    @Override
    public Reading file(String path) {
        files.add(path);
        String content = contents.get(path);
        return content == null ? new Reading.Unavailable("no such file") : new Reading.Content(content);
    }

    @Override
    public Reading command(String text) {
        commands.add(text);
        return text.startsWith("exit")
                ? new Reading.Unavailable("exit code 1")
                : new Reading.Content("ran " + text + "\n\n");
    }
}
