package dev.prodigy.lang.decode;

import dev.prodigy.lang.yaml.NodeJson;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One key of a map, declared once: its names, what it takes, its default and what it is for. Decoding, "did
/// you mean", the JSON Schema and the normal form all come from here.
///
/// @param <T> what its value means
public final class Key<T> {
    /// One name of a key. Synonyms may take another unit, as `max_delay_ms` does.
    record Spelling<T>(String name, Shape<T> shape) {}

    private final List<Spelling<T>> spellings;
    private final String description;
    private final @Nullable Value byDefault;
    private final boolean inherited;

    private Key(List<Spelling<T>> spellings, String description, @Nullable Value byDefault, boolean inherited) {
        this.spellings = List.copyOf(spellings);
        this.description = description;
        this.byDefault = byDefault;
        this.inherited = inherited;
    }

    /// @param name the canonical name
    /// @param description one sentence for the JSON Schema
    public static <T> Key<T> of(String name, Shape<T> shape, String description) {
        return new Key<>(List.of(new Spelling<>(name, shape)), description, null, false);
    }

    /// @return this key with a synonym
    public Key<T> or(String synonym) {
        return or(synonym, spellings.getFirst().shape());
    }

    /// @return this key with a synonym whose value is written in another way
    public Key<T> or(String synonym, Shape<T> shape) {
        var all = new ArrayList<>(spellings);
        all.add(new Spelling<>(synonym, shape));
        return new Key<>(all, description, byDefault, inherited);
    }

    /// @return this key with a default, shown in the JSON Schema and filled into the normal form
    public Key<T> byDefault(String text) {
        return new Key<>(spellings, description, Value.of(text), inherited);
    }

    /// @return this key with a default
    public Key<T> byDefault(long number) {
        return new Key<>(spellings, description, Value.of(number), inherited);
    }

    /// @return this key with a default
    public Key<T> byDefault(boolean truth) {
        return new Key<>(spellings, description, Value.of(truth), inherited);
    }

    /// @return this key as one that takes its value from another level when it is absent; its default is then only
    ///     shown in the JSON Schema
    public Key<T> inherited() {
        return new Key<>(spellings, description, byDefault, true);
    }

    /// @return the canonical name
    public String name() {
        return spellings.getFirst().name();
    }

    /// @return what the canonical name takes
    public Shape<T> canonical() {
        return spellings.getFirst().shape();
    }

    /// @return the canonical name, then the synonyms
    List<Spelling<T>> spellings() {
        return spellings;
    }

    /// @return what the name takes; it must be one of this key's
    Shape<T> shape(String name) {
        for (var spelling : spellings) {
            if (spelling.name().equals(name)) {
                return spelling.shape();
            }
        }
        throw new IllegalArgumentException(name + " is no name of " + name());
    }

    /// @return a JSON Schema that demands one of the names
    Value.Fields isPresent() {
        return Schemas.anyOf(spellings.stream()
                .<Value>map(spelling -> Schemas.of("required", Value.ofTexts(List.of(spelling.name()))))
                .toList());
    }

    /// @return one sentence for the JSON Schema
    String description() {
        return description;
    }

    /// @return what holds when the key is absent, or null when that is nothing, or depends on other keys
    public @Nullable Value byDefault() {
        return byDefault;
    }

    /// @return the canonical spelling of the default, or null when an absent key stays absent
    @Nullable
    Value filledIn(Decoding decoding) {
        return byDefault == null || inherited ? null : canonical().normal(NodeJson.tree(byDefault, name()), decoding);
    }
}
