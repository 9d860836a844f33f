package dev.prodigy.lang.decode;

import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.source.Span;
import dev.prodigy.model.value.Value;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

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

    /// A name that its reader checks.
    public static final Shape<String> FREE = new ScalarShape<>(
            Texts.NAMED.expects(),
            without(Texts.NAMED.schema(new Definitions())),
            (scalar, place) -> Texts.NAMED.read(scalar, place),
            Value::of);

    /// The JSON Schema of the keys that {@link #checkKey} accepts.
    public static final Value.Fields FREE_KEY = without(Texts.NAME_SCHEMA);

    private ReservedNames() {}

    /// @return by what names texts mean what the language itself offers them (spec 01 §7)
    public static Set<String> namespaces() {
        return NAMESPACES;
    }

    /// @return whether a name has a meaning already
    public static boolean contains(String name, Decoding decoding) {
        return NAMESPACES.contains(name)
                || VARIABLES.contains(name)
                || name.startsWith(PREFIX)
                || decoding.agents().contains(name);
    }

    /// @return a JSON Schema that refuses them, but for those of declared agents
    public static Value.Fields schema() {
        var words =
                Stream.concat(NAMESPACES.stream(), VARIABLES.stream()).sorted().toList();
        return Schemas.not(Schemas.anyOf(
                Schemas.words(words), Schemas.with(Schemas.type("string"), "pattern", Value.of("^" + PREFIX))));
    }

    /// @return what a schema accepts without those
    public static Value.Fields without(Value.Fields schema) {
        return Schemas.also(schema, List.of(schema()));
    }

    /// Reports a name that has a meaning already.
    public static void check(String name, Span span, Place place) {
        if (contains(name, place.decoding())) {
            place.error(ProblemCode.RESERVED_NAME, span, "the name \"" + name + "\" is reserved");
        }
    }

    /// Reports a key that is to become the name of a capture, and is no name or has a meaning already.
    ///
    /// @param at the key's place
    public static void checkKey(Node.Entry entry, Place at) {
        var key = new Node.Scalar(entry.key(), Node.Kind.STRING, Node.Style.PLAIN, null, entry.keySpan());
        if (Texts.NAMED.read(key, at) != null) {
            check(entry.key(), entry.keySpan(), at);
        }
    }
}
