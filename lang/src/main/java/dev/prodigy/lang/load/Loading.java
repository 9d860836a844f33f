package dev.prodigy.lang.load;

import dev.prodigy.lang.compose.Composition;
import dev.prodigy.lang.compose.FileSearch;
import dev.prodigy.lang.compose.InlineTemplates;
import dev.prodigy.lang.compose.Parts;
import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.KnownVariables;
import dev.prodigy.lang.decode.Outside;
import dev.prodigy.lang.decode.Problems;
import dev.prodigy.lang.decode.WorkflowCall;
import dev.prodigy.lang.decode.env.EnvFile;
import dev.prodigy.lang.decode.env.WrittenSecrets;
import dev.prodigy.lang.decode.workflow.WorkflowShape;
import dev.prodigy.lang.lint.EnvFiles;
import dev.prodigy.lang.lint.Lint;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.source.Span;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.Workflow;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Loads a workflow and the workflows that it runs, each file once.
final class Loading {
    /// Workflows that run each other, one inside the other.
    private static final int DEEPEST = 10;

    /// Problems with the values that files give parameters.
    private static final Set<ProblemCode> OF_VALUES =
            Set.of(ProblemCode.MISSING_PARAMETER, ProblemCode.UNKNOWN_PARAMETER, ProblemCode.INVALID_PARAMETER);

    private final SourceFiles files;
    private final LoadOptions options;
    private final Map<String, Loaded> done = new LinkedHashMap<>();
    private final List<String> open = new ArrayList<>();
    /// Of each open file but the last: the files from it to the call of the next.
    private final List<List<String>> ways = new ArrayList<>();

    Loading(SourceFiles files, LoadOptions options) {
        this.files = files;
        this.options = options;
    }

    /// @return the workflow of a file; its problems and files include those of the workflows that it runs
    Loaded load(String file) {
        open.addLast(file);
        var problems = new Problems();
        var decoding = new Decoding(problems);
        var sources = new Sources(files, decoding);
        var main = sources.document(file);
        if (main == null) {
            var trouble = files.trouble(file);
            var message = "cannot read " + file + (trouble == null ? "" : ": " + trouble);
            problems.add(Problem.error(ProblemCode.UNREADABLE, message, Span.startOf(file), ""));
        }
        var composition = new Composition(sources, decoding);
        var root = main == null ? null : composition.compose(file, main);
        decoding.useTemplates(new InlineTemplates(sources, composition.aliases()));
        decoding.useWorkflows(new FileSearch(sources));
        if (root != null) {
            decoding.useVariables(variables(root));
        }
        var draft = root == null ? null : WorkflowShape.read(root, stem(file), options.agents(), decoding);
        var workflow = draft == null ? null : draft.complete();
        if (root != null && draft != null && draft.workflow() != null) {
            Lint.check(draft.workflow(), root, decoding, options.variables().keySet(), open.size() > 1, this::look);
        }
        var children = children(decoding);
        open.removeLast();
        var found = new LinkedHashSet<Problem>();
        sources.withWrittenPaths(sources.withoutSilenced(problems.ordered(file)))
                .forEach(problem -> found.add(options.strict() ? problem.asError() : problem));
        var secrets = new LinkedHashSet<>(
                root == null ? Set.<String>of() : WrittenSecrets.in(root, decoding::spelling, options.secretNames()));
        var paths = new LinkedHashSet<>(sources.paths());
        for (var child : children.values()) {
            found.addAll(child.problems());
            paths.addAll(child.files());
            secrets.addAll(child.secrets());
        }
        var written = Set.copyOf(secrets);
        var untold = new LinkedHashSet<>(secrets);
        untold.addAll(options.secretNames().secretsIn(options.outside().variables()));
        options.variables()
                .forEach((name, variable) ->
                        untold.addAll(options.secretNames().secretsIn(Map.of(name, variable.text()))));
        boolean usable = workflow != null && found.stream().noneMatch(Problem::isError);
        boolean misgiven = !usable
                && workflow != null
                && decoding.isComplete()
                && children.values().stream().allMatch(child -> child.workflow() != null)
                && found.stream().filter(Problem::isError).allMatch(each -> OF_VALUES.contains(each.code()));
        return new Loaded(
                usable ? workflow : null,
                draft,
                found.stream().map(problem -> masked(problem, untold)).toList(),
                usable || misgiven ? normal(root, workflow, decoding, written) : null,
                List.copyOf(paths),
                children,
                decoding.variables().lacksSome(),
                written);
    }

    /// The first that is there counts, as when the run starts.
    private EnvFiles.Looked look(Text path) {
        var places = FilePlaces.of(
                path.source(), path.span().file(), files.root(path.span().file()));
        for (var place : places) {
            var content = files.readValues(place);
            if (content != null) {
                var file = EnvFile.read(new String(content, StandardCharsets.UTF_8), place);
                return new EnvFiles.Looked(List.of(), file.problems());
            }
        }
        return new EnvFiles.Looked(places, List.of());
    }

    private static Problem masked(Problem problem, Set<String> secrets) {
        return secrets.isEmpty() ? problem : problem.mapping(text -> WrittenSecrets.mask(text, secrets));
    }

    /// A workflow that another one runs gets its values only when it is run.
    private KnownVariables variables(Node.Mapping root) {
        return open.size() == 1
                ? KnownVariables.of(root, options.variables(), options.outside())
                : KnownVariables.of(root, Map.of(), Outside.NOTHING);
    }

    private Map<String, Loaded> children(Decoding decoding) {
        var children = new LinkedHashMap<String, Loaded>();
        for (var call : decoding.calls()) {
            ways.addLast(decoding.way(open.getLast(), call.span().file()));
            var child = child(call);
            ways.removeLast();
            if (child != null) {
                children.put(call.file(), child);
                CallCheck.check(call, child);
            }
        }
        return children;
    }

    private @Nullable Loaded child(WorkflowCall call) {
        int first = open.indexOf(call.file());
        if (first >= 0) {
            var chain = ways.subList(first, ways.size()).stream()
                    .flatMap(List::stream)
                    .collect(Collectors.joining(" → ", "", " → " + call.file()));
            call.place().error(ProblemCode.COMPOSITION_CYCLE, call.span(), "workflows run each other: " + chain);
            return null;
        }
        if (open.size() > DEEPEST) {
            var message = "more than " + DEEPEST + " workflows, one inside the other: " + String.join(" → ", open);
            call.place().error(ProblemCode.TOO_LARGE, call.span(), message);
            return null;
        }
        var known = done.get(call.file());
        if (known != null) {
            return known;
        }
        var child = load(call.file());
        done.put(call.file(), child);
        return child;
    }

    private static @Nullable NormalForm normal(
            Node.@Nullable Mapping root, @Nullable Workflow workflow, Decoding decoding, Set<String> secrets) {
        return root == null || workflow == null
                ? null
                : new NormalForm(
                        () -> WrittenSecrets.mask(WorkflowShape.normal(root, workflow.mode(), decoding), secrets),
                        () -> Parts.of(root, workflow),
                        () -> templates(decoding, secrets));
    }

    private static Value.Fields templates(Decoding decoding, Set<String> secrets) {
        var forms = new LinkedHashMap<String, Value>();
        decoding.inlined().forEach((name, template) -> {
            var form = new LinkedHashMap<>(WorkflowShape.normal(template, Workflow.Mode.STANDARD, decoding)
                    .members());
            form.keySet().retainAll(InlineTemplates.USED);
            forms.put(name, WrittenSecrets.mask(new Value.Fields(form), secrets));
        });
        return new Value.Fields(forms);
    }

    /// @return how the workflow of a file is called that gives itself no name
    static String stem(String file) {
        var name = file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
        int dot = name.lastIndexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }
}
