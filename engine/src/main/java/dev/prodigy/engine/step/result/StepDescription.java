package dev.prodigy.engine.step.result;

import dev.prodigy.engine.world.Tree;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Members;
import dev.prodigy.lang.expr.scope.Nature;
import dev.prodigy.model.value.FieldsReader;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.util.LinkedHashMap;
import java.util.Locale;

/// What `step.` tells of a step (spec 01 §7).
///
/// @param name its name, else its id, else its kind
/// @param nature of the name
/// @param index of the step in its list
public record StepDescription(Tree.Changes changes, Value name, Nature nature, int index) {

    /// @return the members of `step`
    public Members members() {
        var members = new LinkedHashMap<>(GitMembers.of(changes));
        members.put("name", Binding.of(name, nature));
        members.put("index", Binding.of(Value.of(index), Nature.TEXT));
        return Members.of(members);
    }

    /// @return the object that the journal keeps
    Value.Fields toFields() {
        return new FieldsWriter()
                .put("name", name)
                .put("nature", nature.name().toLowerCase(Locale.ROOT))
                .put("index", (long) index)
                .put("changes", ChangesJson.write(changes))
                .done();
    }

    /// @return what {@link #toFields} wrote
    static StepDescription read(Value.Fields fields) {
        var in = new FieldsReader(fields);
        return new StepDescription(
                ChangesJson.read(in.fields("changes")),
                in.value("name"),
                Nature.valueOf(in.text("nature").toUpperCase(Locale.ROOT)),
                in.integer("index"));
    }
}
