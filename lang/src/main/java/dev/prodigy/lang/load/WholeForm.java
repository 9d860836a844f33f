package dev.prodigy.lang.load;

import dev.prodigy.lang.yaml.NodePath;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.util.Map;
import java.util.TreeMap;

/// The normal form of a workflow with those of the templates and workflows that its steps run: what a run records and
/// a resume compares. Whoever changes one of these files changes the workflow (spec 03 §14).
public final class WholeForm {
    private static final String TEMPLATES = "template_files";
    private static final String WORKFLOWS = "workflow_files";

    private WholeForm() {}

    /// @param normal the workflow's own
    /// @param templates those of the templates, by their names
    /// @param workflows the whole forms of the workflows that it runs, by their paths from there
    /// @return all in one; the workflow's own where there are no others
    public static Value.Fields of(Value.Fields normal, Value.Fields templates, Map<String, Value> workflows) {
        return new FieldsWriter()
                .putAll(normal)
                .put(TEMPLATES, templates.members().isEmpty() ? null : templates)
                .put(WORKFLOWS, workflows.isEmpty() ? null : new Value.Fields(new TreeMap<>(workflows)))
                .done();
    }

    /// @param name of a template
    /// @return where it stands in the whole form
    public static NodePath template(String name) {
        return NodePath.ROOT.key(TEMPLATES).key(name);
    }

    /// @param path of a workflow that is run
    /// @return where it stands in the whole form
    public static NodePath workflow(String path) {
        return NodePath.ROOT.key(WORKFLOWS).key(path);
    }
}
