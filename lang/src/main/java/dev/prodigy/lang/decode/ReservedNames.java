package dev.prodigy.lang.decode;

import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.source.Span;
import java.util.Set;

/// The names that captures, ids, loop variables and parameters may not have (spec 01 §3, §7).
public final class ReservedNames {
    private static final String PREFIX = "PRODIGY_";
    private static final Set<String> NAMESPACES = Set.of(
            "item",
            "item_json",
            "item_id",
            "item_index",
            "item_total",
            "item_key",
            "item_attempt",
            "agent_id",
            "shell",
            "claude",
            "foreach",
            "write_file",
            "validate",
            "http_request",
            "llm_call",
            "last",
            "step",
            "workflow",
            "run",
            "error",
            "handler",
            "validation",
            "map",
            "merge",
            "batch",
            "conflict",
            "env",
            "secrets",
            "test",
            "input",
            "state",
            "output",
            "result",
            "_branch",
            "node",
            "ARG",
            "ITERATION",
            "PROJECT_ROOT",
            "WORKTREE");
    private static final Set<String> VARIABLES =
            Set.of("PATH", "HOME", "IFS", "ENV", "BASH_ENV", "LD_PRELOAD", "LD_LIBRARY_PATH");

    private ReservedNames() {}

    /// @return whether a name has a meaning already
    public static boolean contains(String name, Decoding decoding) {
        return NAMESPACES.contains(name)
                || VARIABLES.contains(name)
                || name.startsWith(PREFIX)
                || decoding.agents().contains(name);
    }

    /// Reports a name that has a meaning already.
    public static void check(String name, Span span, Place place) {
        if (contains(name, place.decoding())) {
            place.error(ProblemCode.RESERVED_NAME, span, "the name \"" + name + "\" is reserved");
        }
    }
}
