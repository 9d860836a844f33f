package dev.prodigy.lang.load;

import dev.prodigy.lang.compose.Composition;
import dev.prodigy.lang.compose.InlineTemplates;
import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Problems;
import dev.prodigy.lang.decode.workflow.WorkflowShape;
import dev.prodigy.lang.lint.Lint;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.source.Span;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.Workflow;
import org.jspecify.annotations.Nullable;

/// Loads a workflow: reads it, composes it from its parts, decodes and checks it; all problems at once (spec 01
/// §14, 05
/// §2.3). Executes nothing and does no I/O but through {@link SourceFiles}.
public final class WorkflowLoader {
    private WorkflowLoader() {}

    /// Loads the workflow of a file.
    ///
    /// @param file its path, which is also its name in messages
    public static Loaded load(String file, SourceFiles files, LoadOptions options) {
        var problems = new Problems();
        var decoding = new Decoding(problems);
        var sources = new Sources(files, decoding);
        var main = sources.document(file);
        if (main == null) {
            problems.add(Problem.error(ProblemCode.UNREADABLE, "cannot read " + file, Span.startOf(file), ""));
        }
        var composition = new Composition(sources, file, decoding);
        var root = main == null ? null : composition.compose(file, main);
        decoding.useTemplates(new InlineTemplates(sources, file, composition.aliases()));
        var workflow = root == null ? null : WorkflowShape.read(root, stem(file), options.agents(), decoding);
        if (workflow != null) {
            Lint.check(workflow, decoding);
        }
        var found = sources.withoutSilenced(problems.ordered(file));
        if (options.strict()) {
            found = found.stream().map(Problem::asError).toList();
        }
        boolean usable = workflow != null && found.stream().noneMatch(Problem::isError);
        return new Loaded(
                usable ? workflow : null, found, usable ? normal(root, workflow, decoding) : null, sources.paths());
    }

    private static Value.@Nullable Fields normal(
            Node.@Nullable Mapping root, @Nullable Workflow workflow, Decoding decoding) {
        return root == null || workflow == null ? null : WorkflowShape.normal(root, workflow.mode(), decoding);
    }

    private static String stem(String file) {
        var name = file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
        int dot = name.lastIndexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }
}
