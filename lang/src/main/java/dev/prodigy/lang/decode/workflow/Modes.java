package dev.prodigy.lang.decode.workflow;

import dev.prodigy.lang.decode.Nearest;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.source.Span;
import dev.prodigy.model.workflow.Workflow.Mode;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Which kind of workflow a document is, decided from its keys and never from its text (spec 00, 01 §1).
final class Modes {
    /// The top-level keys that only graphs have (spec 04 §1).
    static final Set<String> GRAPH_KEYS = Set.of(
            "nodes",
            "transitions",
            "initial_node_id",
            "initial_node",
            "actions",
            "model_profiles",
            "mcp_servers",
            "input_schema",
            "context_schema",
            "output_schema",
            "initial_state",
            "output_mapping",
            "on_timeout",
            "on_no_match",
            "failure_mode",
            "limits",
            "error_handling",
            "alerts",
            "compensation",
            "rollback",
            "slo");

    private static final String MODE = "mode";
    private static final String MAP = "map";
    private static final String NODES = "nodes";

    private Modes() {}

    /// What a document is.
    ///
    /// @param isCertain false where it contradicts itself or names a mode that does not exist, as reported;
    ///     then it is read as what its keys make likely, for what else is wrong with it
    record Found(Mode mode, boolean isCertain) {
        /// @return the keys that nobody else reads; those of another mode are reported where the mode is certain
        Set<String> others(Node.Mapping root, Place place) {
            if (isCertain) {
                return reportForeignKeys(root, mode, place);
            }
            var others = foreignKeys(mode);
            others.add(MODE);
            return others;
        }
    }

    /// @return the mode, as far as the document tells
    static Found of(Node.Mapping root, Place place) {
        var written = root.get(MODE);
        boolean map = root.get(MAP) != null;
        boolean nodes = root.get(NODES) != null;
        if (map && nodes) {
            place.error(
                    ProblemCode.CONFLICTING_KEYS,
                    keySpan(root, NODES),
                    "\"map\" belongs to mode: mapreduce and \"nodes\" to mode: graph");
        }
        var likely = map ? Mode.MAPREDUCE : nodes ? Mode.GRAPH : Mode.STANDARD;
        var mode = written == null ? likely : read(written, place);
        return mode == null || (map && nodes) ? new Found(likely, false) : new Found(mode, true);
    }

    /// @return null when there is no such mode, which has been reported
    private static @Nullable Mode read(Node written, Place place) {
        if (!(written instanceof Node.Scalar scalar)) {
            place.key(MODE).mismatch(written, "a mode");
            return null;
        }
        for (var mode : Mode.values()) {
            if (mode.word().equals(scalar.text())) {
                return mode;
            }
        }
        var words = Arrays.stream(Mode.values()).map(Mode::word).toList();
        var message = "\"" + scalar.text() + "\" is no mode; it is one of " + String.join(", ", words);
        place.report(Problem.error(ProblemCode.WRONG_DOCUMENT, message, scalar.span(), MODE)
                .suggesting(Nearest.to(scalar.text(), words)));
        return null;
    }

    /// @return where the document says which mode it is
    static Span span(Node.Mapping root) {
        var mode = root.get(MODE);
        return mode == null ? keySpan(root, NODES) : mode.span();
    }

    /// @return the keys that belong to other modes than this
    static Set<String> foreignKeys(Mode mode) {
        var foreign = new TreeSet<String>();
        for (var other : Mode.values()) {
            foreign.addAll(WorkflowShape.own(other));
        }
        foreign.removeAll(WorkflowShape.own(mode));
        return foreign;
    }

    /// Reports the keys that belong to another mode.
    ///
    /// @return those keys
    static Set<String> reportForeignKeys(Node.Mapping root, Mode mode, Place place) {
        var foreign = foreignKeys(mode);
        for (var entry : root.entries()) {
            if (foreign.contains(entry.key())) {
                var message = "\"" + entry.key() + "\" belongs to mode: "
                        + owner(entry.key()).word() + ", this is mode: " + mode.word();
                place.key(entry.key()).error(ProblemCode.WRONG_MODE_KEY, entry.keySpan(), message);
            }
        }
        return foreign;
    }

    private static Mode owner(String key) {
        for (var mode : Mode.values()) {
            if (WorkflowShape.own(mode).contains(key)) {
                return mode;
            }
        }
        throw new IllegalArgumentException(key + " belongs to no mode");
    }

    private static Span keySpan(Node.Mapping root, String key) {
        return root.entries().stream()
                .filter(entry -> entry.key().equals(key))
                .map(Node.Entry::keySpan)
                .findFirst()
                .orElse(root.span());
    }
}
