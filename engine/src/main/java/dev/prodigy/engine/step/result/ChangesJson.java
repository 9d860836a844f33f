package dev.prodigy.engine.step.result;

import dev.prodigy.engine.world.Tree;
import dev.prodigy.model.value.FieldsReader;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;

/// What a step changed in git, as the journal keeps it for later steps.
public final class ChangesJson {
    private ChangesJson() {}

    /// @return the object that the journal keeps
    public static Value.Fields write(Tree.Changes changes) {
        return new FieldsWriter()
                .put("added", changes.added())
                .put("modified", changes.modified())
                .put("deleted", changes.deleted())
                .put("commits", changes.commits())
                .put("insertions", changes.insertions())
                .put("deletions", changes.deletions())
                .put("moved", changes.moved())
                .done();
    }

    /// @return what {@link #write} wrote; nothing for an empty object
    public static Tree.Changes read(Value.Fields fields) {
        if (fields.members().isEmpty()) {
            return Tree.Changes.NONE;
        }
        var in = new FieldsReader(fields);
        return new Tree.Changes(
                in.texts("added"),
                in.texts("modified"),
                in.texts("deleted"),
                in.texts("commits"),
                in.number("insertions"),
                in.number("deletions"),
                in.truth("moved"));
    }
}
