package dev.prodigy.lang.load;

import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Problems;
import dev.prodigy.lang.decode.workflow.WorkflowShape;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.lang.yaml.NodeJson;
import dev.prodigy.lang.yaml.NodePath;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.Isolation;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The normal form of a workflow with those of the templates and workflows that its steps run: what a run records and
/// a resume compares. Whoever changes one of these files changes the workflow (spec 03 §14).
public final class WholeForm {
    private static final String TEMPLATES = "template_files";
    private static final String WORKFLOWS = "workflow_files";

    private static final Value.Fields NOTHING = new Value.Fields(Map.of());

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

    /// What a form leaves to a default means the same where it is written out. This goes by the form alone: where that
    /// does not tell what its steps come to, such as for those of templates, they stay as they are.
    ///
    /// @param form a whole form
    /// @param file the workflow's, which names it where nothing else does; null for stdin
    /// @param isolation of a run of it, which is its own where it says nothing; null when not known
    /// @return the same with the defaults that hold
    public static Value.Fields explained(Value.Fields form, @Nullable String file, @Nullable Isolation isolation) {
        var own = new LinkedHashMap<>(form.members());
        var templates = own.remove(TEMPLATES);
        var workflows = own.remove(WORKFLOWS);
        if (isolation != null) {
            own.putIfAbsent("isolation", Value.of(isolation.name().toLowerCase(Locale.ROOT)));
        }
        var called = new TreeMap<String, Value>();
        if (workflows instanceof Value.Fields(var forms)) {
            forms.forEach((path, child) ->
                    called.put(path, child instanceof Value.Fields fields ? explained(fields, path, null) : child));
        }
        return of(
                explained(new Value.Fields(own), file == null ? "" : Loading.stem(file)),
                templates instanceof Value.Fields fields ? fields : NOTHING,
                called);
    }

    private static Value.Fields explained(Value.Fields normal, String name) {
        var decoding = new Decoding(new Problems());
        var root = (Node.Mapping) NodeJson.tree(normal, name);
        var workflow = WorkflowShape.read(root, name, Map.of(), decoding).workflow();
        if (workflow == null) {
            return normal;
        }
        boolean tellsAll = decoding.isComplete() && !decoding.problems().anyError();
        return tellsAll ? ExplainedForm.of(normal, workflow) : WorkflowShape.explained(normal, workflow);
    }

    /// @param name of a part of a whole form
    /// @return whether it holds what the workflow's steps run
    static boolean isOfOthers(String name) {
        return name.equals(TEMPLATES) || name.equals(WORKFLOWS);
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
