package dev.prodigy.engine.step.text;

import dev.prodigy.engine.step.frame.Refused;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.engine.world.World;
import dev.prodigy.lang.expr.scope.Nature;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.text.Data;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Values that are bound when a step is made ready, and that the lists inside it read. A resume that goes on inside
/// binds the same again (spec 03 §14): what has run there may have changed what the texts would give now.
public final class BoundValues {
    private static final String WRITTEN = "written";
    private static final String VALUE = "value";
    private static final String DATA = "data";

    private final Value.Fields before;
    private final Map<String, Bound> bound = new LinkedHashMap<>();

    /// @param before what the beginning of the execution that goes on told; empty for a new one
    public BoundValues(Value.Fields before) {
        this.before = before;
    }

    /// @return for an execution that nobody has begun
    public static BoundValues none() {
        return new BoundValues(new Value.Fields(Map.of()));
    }

    private record Bound(Data written, Texts.Filled filled) {}

    /// @param texts fill the value where it is bound for the first time, and where it is written in another way now
    /// @return the value of a name
    public Texts.Filled bind(String name, Data written, Texts texts) throws Refused, Cut {
        var known = known(name, written);
        return bound(name, written, known == null ? texts.data(written) : known);
    }

    /// The same where a list is taken.
    public Texts.Filled bindList(String name, Text text, Texts texts) throws Refused, Cut {
        var written = new Data.Phrase(text);
        var known = known(name, written);
        return bound(name, written, known == null ? texts.list(text) : known);
    }

    private Texts.Filled bound(String name, Data written, Texts.Filled filled) {
        bound.put(name, new Bound(written, filled));
        return filled;
    }

    private Texts.@Nullable Filled known(String name, Data written) {
        if (!(before.get(name) instanceof Value.Fields entry)
                || !written.written().equals(entry.get(WRITTEN))) {
            return null;
        }
        var value = entry.get(VALUE);
        var nature = Value.of(true).equals(entry.get(DATA)) ? Nature.DATA : Nature.TEXT;
        return value == null ? null : new Texts.Filled(value, nature);
    }

    /// @return the values for the event of the step's beginning, null for none: what the step's text says itself is not
    ///     among them, and no secret is, which is bound anew
    public Value.@Nullable Fields told(World world) {
        var told = new FieldsWriter();
        bound.forEach((name, each) -> {
            var value = each.filled().value();
            var json = Json.write(value);
            if (!value.equals(each.written().written()) && world.masked(json).equals(json)) {
                told.put(
                        name,
                        new FieldsWriter()
                                .put(WRITTEN, each.written().written())
                                .put(VALUE, value)
                                .put(DATA, each.filled().nature() == Nature.DATA ? Value.Bool.TRUE : null)
                                .done());
            }
        });
        var fields = told.done();
        return fields.members().isEmpty() ? null : fields;
    }
}
