package dev.prodigy.lang.load;

import dev.prodigy.lang.decode.env.WrittenSecrets;
import dev.prodigy.lang.decode.workflow.Draft;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.Span;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.Workflow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What came of loading a workflow.
///
/// @param workflow null when it cannot run; then at least one problem is an error
/// @param draft what there is of it, with whatever is wrong in it; null where the file could not be read
/// @param problems all of them, the main file's first, by position
/// @param normal makes the normal form; null when the workflow is, unless only values of parameters are wrong in it
/// @param files the paths of the files that were read, the main file first
/// @param children the workflows that it runs, by the path of their file
/// @param isOpen whether a number, boolean or duration in it waits for the value of a variable; until then a
///     valid one stands in its place
/// @param secrets those that stand in it and in the workflows that it runs; nothing may repeat them
public record Loaded(
        @Nullable Workflow workflow,
        @Nullable Draft draft,
        List<Problem> problems,
        @Nullable NormalForm normal,
        List<String> files,
        Map<String, Loaded> children,
        boolean isOpen,
        Set<String> secrets) {
    public Loaded {
        problems = List.copyOf(problems);
        files = List.copyOf(files);
        children = Map.copyOf(children);
    }

    /// @return the composed document in its canonical spelling with defaults filled in; null when the
    ///     workflow is
    public Value.@Nullable Fields normalForm() {
        return normal == null || workflow == null ? null : normal.get();
    }

    /// @return what its steps take from templates, in the same spelling, by the templates' names; null when the
    ///     workflow is
    public Value.@Nullable Fields templates() {
        return normal == null || workflow == null ? null : normal.templates();
    }

    /// Never to be run, but to find what is wrong with the values that come from outside too (spec 01 §12).
    ///
    /// @return the same as if every value that its files give a parameter were right, where nothing else is wrong;
    ///     null where it can run, or where more is wrong
    public @Nullable Loaded withRightValues() {
        return workflow != null || draft == null || normal == null
                ? null
                : new Loaded(
                        draft.complete(),
                        draft,
                        problems.stream().filter(problem -> !problem.isError()).toList(),
                        normal,
                        files,
                        children,
                        isOpen,
                        secrets);
    }

    /// @return the normal form with every policy as it will act, all defaults included; null when the workflow is
    public Value.@Nullable Fields explainedForm() {
        var form = normalForm();
        return form == null || workflow == null ? null : WrittenSecrets.mask(ExplainedForm.of(form, workflow), secrets);
    }

    /// @return where the parts of the composed document were written, by their paths; none when the workflow is null
    public SequencedMap<String, Span> parts() {
        return normal == null || workflow == null ? new LinkedHashMap<>() : normal.parts();
    }

    /// @return how many problems are errors
    public long errors() {
        return problems.stream().filter(Problem::isError).count();
    }

    /// @return how many problems are warnings
    public long warnings() {
        return problems.size() - errors();
    }
}
