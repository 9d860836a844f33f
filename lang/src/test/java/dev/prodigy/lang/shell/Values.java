package dev.prodigy.lang.shell;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A resolver that knows whole placeholder bodies; everything else is the shell's.
final class Values implements Resolver {
    private final Map<String, Fill> fills = new HashMap<>();

    Values put(String body, Fill fill) {
        fills.put(body, fill);
        return this;
    }

    Values data(String body, String value) {
        return put(body, new Fill.Data(value));
    }

    Values text(String body, String text) {
        return put(body, new Fill.Text(text));
    }

    Values words(String body, String... values) {
        return put(body, new Fill.Words(List.of(values)));
    }

    @Override
    public Fill fill(String body) {
        return fills.getOrDefault(body, new Fill.Foreign());
    }
}
