package dev.prodigy.lang.shell;

import dev.prodigy.lang.shell.request.Fill;
import dev.prodigy.lang.shell.request.Resolver;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A resolver that knows whole placeholder bodies; everything else is the shell's.
public final class Values implements Resolver {
    private final Map<String, Fill> fills = new HashMap<>();

    /// @param body what stands between `${` and its closing brace
    public Values put(String body, Fill fill) {
        fills.put(body, fill);
        return this;
    }

    /// Makes a body stand for a value from outside.
    public Values data(String body, String value) {
        return put(body, new Fill.Data(value));
    }

    /// Makes a body stand for the author's own words.
    public Values text(String body, String text) {
        return put(body, new Fill.Text(text));
    }

    /// Makes a body stand for words.
    public Values words(String body, String... values) {
        return put(body, new Fill.Words(List.of(values)));
    }

    @Override
    public Fill fill(String body) {
        return fills.getOrDefault(body, new Fill.Foreign());
    }
}
