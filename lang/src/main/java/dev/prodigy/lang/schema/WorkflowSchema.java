package dev.prodigy.lang.schema;

import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.step.StepList;
import dev.prodigy.lang.decode.workflow.WorkflowShape;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.Workflow.Mode;
import java.util.LinkedHashMap;

/// The JSON Schema (draft 2020-12) of workflow files, made from the same declarations that decode them (spec 05
/// §2.3).
///
/// What it rejects the decoder rejects, and the other way round as far as a schema can say it. Composed workflows are
/// described before their parts are put together, so nothing is demanded that a base or template could bring.
public final class WorkflowSchema {
    private static final String DRAFT = "https://json-schema.org/draft/2020-12/schema";
    private static final String ID = "urn:prodigy:schema:";

    private WorkflowSchema() {}

    /// @return the schema of the workflows of one mode
    public static Value.Fields of(Mode mode) {
        var definitions = new Definitions();
        var body = mode == Mode.STANDARD ? standard(definitions) : WorkflowShape.schema(mode, definitions);
        return document(mode.word(), body, definitions);
    }

    /// @return the schema of workflows of every mode
    public static Value.Fields ofEveryMode() {
        var definitions = new Definitions();
        var body = Schemas.anyOf(standard(definitions), WorkflowShape.schema(Mode.MAPREDUCE, definitions));
        return document("workflow", body, definitions);
    }

    /// A list stands for a standard workflow with these commands.
    private static Value.Fields standard(Definitions definitions) {
        var list = StepList.named("commands").schema(definitions);
        return Schemas.anyOf(
                WorkflowShape.schema(Mode.STANDARD, definitions), Schemas.with(list, "type", Value.of("array")));
    }

    private static Value.Fields document(String name, Value.Fields body, Definitions definitions) {
        var members = new LinkedHashMap<String, Value>();
        members.put("$schema", Value.of(DRAFT));
        members.put("$id", Value.of(ID + name));
        members.put("title", Value.of("prodigy " + name));
        members.putAll(body.members());
        members.put("$defs", definitions.all());
        return new Value.Fields(members);
    }
}
