package dev.prodigy.lang.decode.step;

import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Shape;
import java.util.List;

/// What is known of a kind of step before one is read.
///
/// @param names the keys that name this kind, the canonical one first
/// @param description one sentence for the JSON Schema
/// @param value what stands behind the kind's key
/// @param beside the keys that only this kind has; they hide options of the same name
/// @param keys all keys that may stand in a step of this kind, its own one aside
record StepForm(List<String> names, String description, Shape<?> value, KeySet beside, KeySet keys) {

    /// @return a kind with the options that every step has
    static StepForm of(String name, Shape<?> value, String description) {
        return new StepForm(List.of(name), description, value, KeySet.of(), StepOptionKeys.ALL);
    }

    /// @return the same kind with keys of its own
    StepForm with(KeySet own) {
        return new StepForm(names, description, value, own, own.and(StepOptionKeys.ALL));
    }

    /// @return the same kind with another name
    StepForm or(String name) {
        return new StepForm(List.of(names.getFirst(), name), description, value, beside, keys);
    }

    /// @return the canonical name
    String name() {
        return names.getFirst();
    }
}
