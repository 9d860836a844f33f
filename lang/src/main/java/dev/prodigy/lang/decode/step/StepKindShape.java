package dev.prodigy.lang.decode.step;

import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.Keyed;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How one kind of step is written: the key that names it and the keys that may stand beside it. A new kind is one
/// class like this, listed in {@link StepKinds}.
interface StepKindShape {

    /// @return the same for all steps of this kind
    StepForm form();

    /// @param kind the entry that names the kind
    /// @param beside the other entries of the step
    /// @return null when the kind cannot be made, which has been reported
    @Nullable
    StepKind read(Node.Entry kind, Entries beside);

    /// @return what the JSON Schema of a map with this kind says besides its keys
    default List<Value> rules() {
        return List.of();
    }

    /// @return the members of the canonical spelling that say what the step does
    default Map<String, Value> normal(Node.Entry kind, Node.Mapping step, Decoding decoding) {
        var members = new LinkedHashMap<String, Value>();
        members.put(form().name(), form().value().normal(kind.value(), decoding));
        members.putAll(Keyed.normal(step, form().beside(), decoding).members());
        return members;
    }
}
