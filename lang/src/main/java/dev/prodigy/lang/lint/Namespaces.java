package dev.prodigy.lang.lint;

import dev.prodigy.model.error.ErrorJson;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The namespaces of spec 01 §7: their members, and where those stand that are not everywhere.
final class Namespaces {
    /// What each step gives by its kind and as `last`.
    static final Set<String> RESULT = Stream.of(StandardMembers.PLAIN, StandardMembers.AGENT)
            .flatMap(Set::stream)
            .collect(Collectors.toUnmodifiableSet());

    /// What a capture's variable says beside its value.
    static final Set<String> CAPTURE = Set.of("stderr", "exit_code", "success", "duration");

    private static final List<String> GIT = List.of(
            "files_added",
            "files_modified",
            "files_deleted",
            "files_changed",
            "commits",
            "commit_count",
            "insertions",
            "deletions");

    /// Members of `step`.
    static final Set<String> STEP = with(GIT, "name", "index");

    /// Members of `workflow`.
    static final Set<String> WORKFLOW = with(GIT, "name", "id", "mode", "iteration");

    /// Members of `map` in reduce and merge (spec 02 §9.1, 03 §7).
    static final Set<String> MAP = Set.of(
            "total",
            "successful",
            "success_count",
            "failed",
            "failure_count",
            "skipped",
            "pending",
            "failure_rate",
            "success_rate",
            "error_types",
            "failure_patterns",
            "results",
            "results_json",
            "results_array",
            "results_file",
            "outputs",
            "duration_ms");

    /// `handler`.
    static final Known HANDLER = Known.namespace(Set.of("output"));

    /// Members of `error`: the record, what steps add to it, and what only handlers read (spec 01 §7, 02 §2.1).
    private static final Set<String> ERROR = Stream.of(
                    ErrorJson.REQUIRED,
                    ErrorJson.OPTIONAL,
                    List.of("child_run_id", "stack_trace", "command", "handler_error", "json", "step", "output"))
            .flatMap(List::stream)
            .collect(Collectors.toUnmodifiableSet());

    /// What handlers read of the step that failed, and of each other; all of it is there after them too.
    static final Map<String, Known> HANDLING = Map.of(
            "error", Known.namespace(ERROR),
            "test", Known.namespace(Set.of("output", "exit_code", "attempt")),
            "handler", HANDLER);

    /// Namespaces that stand in some places only, and these places.
    static final Map<String, String> PLACES = Map.of(
            "item", "the steps of map.agent_template and of foreach",
            "foreach", "the steps of foreach, and after it",
            "batch", "map.agent_template with a batch_size",
            "conflict", "the steps of on_conflict",
            "map", "reduce and merge",
            "merge", "the steps of merge",
            "error", "handlers, and after them",
            "test", "handlers, and after them",
            "handler", "handlers, and after them",
            "validation", "a step with validate, and after it");

    /// Those whose place does not hang on what a step before has done.
    static final Set<String> OF_PLACES = Set.of("item", "foreach", "batch", "conflict", "map", "merge");

    private Namespaces() {}

    private static Set<String> with(List<String> git, String... more) {
        var all = new LinkedHashSet<>(git);
        all.addAll(List.of(more));
        return all;
    }
}
