package dev.prodigy.runtime.run.request;

import dev.prodigy.engine.redact.SecretForms;
import dev.prodigy.lang.decode.Outside;
import dev.prodigy.lang.decode.env.WrittenSecrets;
import dev.prodigy.lang.load.WholeForm;
import dev.prodigy.lang.yaml.NodePath;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.Workflow;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A workflow that was loaded without errors, with those that it runs.
///
/// @param normalForm its composed normal form, without the secrets that stand in the files
/// @param templates the normal forms of the templates that its steps run, by their names, likewise
/// @param source the file's text, likewise
/// @param parts texts of the other files that it is made of, by their absolute paths, likewise
/// @param written those secrets
/// @param withheld whether there were any: the texts cannot run in the files' place
/// @param path absolute, or null for stdin
/// @param children the workflows that it runs, as its steps name their files
/// @param completion gives it the numbers, booleans and durations that wait for what the run gets from outside; null
///     when none does
public record RunnableWorkflow(
        Workflow workflow,
        Value.Fields normalForm,
        Value.Fields templates,
        String source,
        Map<String, String> parts,
        Set<String> written,
        boolean withheld,
        @Nullable String path,
        Map<String, RunnableWorkflow> children,
        @Nullable Completion completion) {
    public RunnableWorkflow {
        parts = Map.copyOf(parts);
        written = Set.copyOf(written);
        children = Map.copyOf(children);
    }

    /// Reads a workflow again when everything is known that it gets from outside (spec 01 §1, "Scalars").
    @FunctionalInterface
    public interface Completion {
        /// @throws RunRefused when a value is missing, or is not what may stand in its place
        RunnableWorkflow with(Outside outside);
    }

    /// A secret that comes from outside may stand in the file all the same, encoded perhaps.
    ///
    /// @return the same, to be stored without the texts of these secrets in any of their forms (spec 02 §11)
    public RunnableWorkflow without(Set<String> declared) {
        if (declared.isEmpty()) {
            return this;
        }
        var secrets = new LinkedHashSet<>(WrittenSecrets.withLines(declared));
        declared.forEach(secret -> secrets.addAll(SecretForms.of(secret)));
        var stored = WrittenSecrets.mask(source, secrets);
        var form = WrittenSecrets.maskTexts(normalForm, secrets);
        var used = WrittenSecrets.maskTexts(templates, secrets);
        var others = new HashMap<String, String>();
        parts.forEach((file, text) -> others.put(file, WrittenSecrets.mask(text, secrets)));
        boolean changed =
                !stored.equals(source) || !form.equals(normalForm) || !used.equals(templates) || !others.equals(parts);
        var inner = new HashMap<String, RunnableWorkflow>();
        children.forEach((name, child) -> inner.put(name, child.without(declared)));
        return new RunnableWorkflow(
                workflow, form, used, stored, others, written, withheld || changed, path, inner, completion);
    }

    /// @return the secrets that stand in its files, and in those of the workflows that it runs
    public Set<String> allWritten() {
        var all = new LinkedHashSet<>(written);
        children.values().forEach(child -> all.addAll(child.allWritten()));
        return all;
    }

    /// @return its normal form with those of the templates and workflows that it runs, the latter by their path from
    ///     here
    public Value.Fields wholeForm() {
        var forms = new HashMap<String, Value>();
        children.values().forEach(child -> forms.put(fromHere(child), child.wholeForm()));
        return WholeForm.of(normalForm, templates, forms);
    }

    /// @param call of one of its steps
    /// @return where the workflow that it runs stands in the whole form
    public NodePath placeOf(StepKind.SubWorkflow call) {
        return WholeForm.workflow(fromHere(Objects.requireNonNull(children.get(call.file()))));
    }

    private String fromHere(RunnableWorkflow child) {
        var folder = path == null ? null : Path.of(path).getParent();
        var file = Path.of(String.valueOf(child.path()));
        return (folder == null ? file : folder.relativize(file)).toString();
    }

    /// @return whether a run of it may merge what items commit into a branch
    public boolean hasItems() {
        return workflow instanceof Workflow.MapReduce
                || children.values().stream().anyMatch(RunnableWorkflow::hasItems);
    }
}
