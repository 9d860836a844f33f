package dev.prodigy.lang.decode.workflow;

import dev.prodigy.lang.decode.DataShapes;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Lists;
import dev.prodigy.model.value.Value;
import java.util.List;

/// The keys that bring other files in (spec 01 §12). They have been applied before a workflow is decoded.
final class CompositionKeys {
    private static final Key<List<Value>> EXTENDS =
            Key.of("extends", Lists.oneOrMany(DataShapes.VALUE), "Files that this one is laid over.");
    private static final Key<Value> TEMPLATE =
            Key.of("template", DataShapes.VALUE, "A template whose steps come before this file's.");
    private static final Key<List<Value>> IMPORTS =
            Key.of("imports", Lists.oneOrMany(DataShapes.VALUE), "Files whose steps and declarations are added.");

    static final KeySet KEYS = KeySet.of(EXTENDS, TEMPLATE, IMPORTS);

    private CompositionKeys() {}
}
