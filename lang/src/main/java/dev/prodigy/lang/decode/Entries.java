package dev.prodigy.lang.decode;

import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.source.Span;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The entries of one map, matched with the keys that may stand there. Values are read when they are asked
/// for, so that whoever builds from them decides the order; what nobody asked for is read by {@link #finish}
/// for its problems.
public final class Entries {
    private final Node.Mapping node;
    private final Place place;
    private final Map<Key<?>, Node.Entry> found = new LinkedHashMap<>();
    private final Set<Key<?>> pending = new LinkedHashSet<>();

    private Entries(Node.Mapping node, Place place) {
        this.node = node;
        this.place = place;
    }

    /// Matches a map with its keys; unknown keys and two names of one key are reported.
    ///
    /// @param unknown what an unknown key is in this map and inside of it
    public static Entries of(Node.Mapping node, KeySet keys, Unknown unknown, Place place) {
        return of(node, keys, unknown, Set.of(), place);
    }

    /// @param others keys of the map that somebody else reads
    public static Entries of(Node.Mapping node, KeySet keys, Unknown unknown, Set<String> others, Place place) {
        var inside = place.unknown(unknown);
        var entries = new Entries(node, inside);
        for (var entry : node.entries()) {
            if (others.contains(entry.key())) {
                continue;
            }
            var key = keys.find(entry.key());
            if (key == null) {
                unknown(entry, keys, inside);
            } else {
                entries.add(key, entry);
            }
        }
        return entries;
    }

    /// @param elsewhere where problems are reported
    /// @return the same entries, all of them still to be read
    public Entries again(Place elsewhere) {
        var again = new Entries(node, elsewhere.unknown(place.unknown()));
        again.found.putAll(found);
        again.pending.addAll(found.keySet());
        return again;
    }

    private void add(Key<?> key, Node.Entry entry) {
        var first = found.putIfAbsent(key, entry);
        if (first == null) {
            pending.add(key);
            return;
        }
        boolean units = first.key().endsWith("_ms") != entry.key().endsWith("_ms");
        var code = units ? ProblemCode.DUPLICATE_DURATION : ProblemCode.CONFLICTING_KEYS;
        var message = "\"" + entry.key() + "\" and \"" + first.key() + "\" mean the same; give one of them";
        place.key(entry.key()).error(code, entry.keySpan(), message);
        // for what is wrong inside of it, so that everything is reported at once
        key.shape(entry.key()).read(entry.value(), place.key(entry.key()));
    }

    private static void unknown(Node.Entry entry, KeySet keys, Place place) {
        var at = place.key(entry.key());
        var elsewhere = keys.elsewhere(entry.key());
        var message = "unknown key \"" + entry.key() + "\"" + (elsewhere == null ? "" : ": it belongs elsewhere");
        var problem = switch (place.unknown()) {
            case WARNING ->
                Problem.warning(
                        ProblemCode.UNKNOWN_KEY,
                        message,
                        entry.keySpan(),
                        at.path().toString());
            case ERROR ->
                Problem.error(
                        ProblemCode.UNKNOWN_KEY,
                        message,
                        entry.keySpan(),
                        at.path().toString());
        };
        at.report(
                elsewhere == null
                        ? problem.suggesting(Nearest.to(entry.key(), keys.names()))
                        : problem.suggesting(elsewhere.path()).hinting(elsewhere.hint()));
    }

    /// @return the map itself
    public Node.Mapping node() {
        return node;
    }

    /// @return where the map stands
    public Place place() {
        return place;
    }

    /// @return whether the key is written
    public boolean has(Key<?> key) {
        return found.containsKey(key);
    }

    /// Reads a key's value. To be asked once per key.
    ///
    /// @return null when the key is absent, or when what stands there is wrong and has been reported
    public <T> @Nullable T get(Key<T> key) {
        var entry = found.get(key);
        if (entry == null) {
            return null;
        }
        pending.remove(key);
        return key.shape(entry.key()).read(entry.value(), place.key(entry.key()));
    }

    /// Reads a key's value, or takes another where it is absent or wrong.
    public <T> T get(Key<T> key, T otherwise) {
        var value = get(key);
        return value == null ? otherwise : value;
    }

    /// Reads a key that must be there.
    ///
    /// @return null when it is absent or wrong, which has been reported
    public <T> @Nullable T required(Key<T> key) {
        if (!has(key)) {
            place.error(ProblemCode.MISSING_FIELD, node.span(), "\"" + key.name() + "\" is missing");
        }
        return get(key);
    }

    /// Reads a key's value without a word about what is wrong with it; it still counts as not read.
    ///
    /// @return null when the key is absent or wrong
    public <T> @Nullable T peek(Key<T> key) {
        var entry = found.get(key);
        return entry == null
                ? null
                : key.shape(entry.key())
                        .read(entry.value(), place.key(entry.key()).quiet());
    }

    /// @return the value as written, which then counts as read; null when the key is absent
    public @Nullable Node take(Key<?> key) {
        var entry = found.get(key);
        if (entry == null) {
            return null;
        }
        pending.remove(key);
        return entry.value();
    }

    /// @return the value as written, which still counts as not read; null when the key is absent
    public @Nullable Node written(Key<?> key) {
        var entry = found.get(key);
        return entry == null ? null : entry.value();
    }

    /// @return whether the key is there and nobody has read it
    public boolean isPending(Key<?> key) {
        return pending.contains(key);
    }

    /// @return the place of a key's value
    public Place at(Key<?> key) {
        var entry = found.get(key);
        return place.key(entry == null ? key.name() : entry.key());
    }

    /// @return where the key is written; the map's own place when it is absent
    public Span keySpan(Key<?> key) {
        var entry = found.get(key);
        return entry == null ? node.span() : entry.keySpan();
    }

    /// @return where the key's value is written; the map's own place when it is absent
    public Span span(Key<?> key) {
        var entry = found.get(key);
        return entry == null ? node.span() : entry.value().span();
    }

    /// Reports keys that exclude each other, at the second of them.
    ///
    /// @return whether more than one is written
    public boolean conflict(String why, Key<?>... keys) {
        var written = new ArrayList<Node.Entry>();
        for (var entry : node.entries()) {
            for (var key : keys) {
                if (entry.equals(found.get(key))) {
                    written.add(entry);
                }
            }
        }
        if (written.size() < 2) {
            return false;
        }
        var second = written.get(1);
        var names = "\"" + written.getFirst().key() + "\" and \"" + second.key() + "\"";
        place.key(second.key()).error(ProblemCode.CONFLICTING_KEYS, second.keySpan(), names + " " + why);
        return true;
    }

    /// Reads what has not been read, only to report what is wrong with it.
    public void finish() {
        List.copyOf(pending).forEach(this::get);
    }
}
