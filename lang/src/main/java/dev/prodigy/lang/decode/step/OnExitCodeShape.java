package dev.prodigy.lang.decode.step;

import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.step.FailureReaction;
import dev.prodigy.model.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// `on_exit_code`: exit code → whatever `on_failure` accepts (spec 01 §5).
final class OnExitCodeShape implements Shape<Map<Integer, FailureReaction>> {
    static final Shape<Map<Integer, FailureReaction>> ON_EXIT_CODE = new OnExitCodeShape();

    private static final String NAME = "on_exit_code";
    private static final Pattern CODE = Pattern.compile("[01]?[0-9]{1,2}|2[0-4][0-9]|25[0-5]");

    private OnExitCodeShape() {}

    @Override
    public @Nullable Map<Integer, FailureReaction> read(Node node, Place place) {
        place.refuseTag(node);
        if (!(node instanceof Node.Mapping map)) {
            place.mismatch(node, expects());
            return null;
        }
        var reactions = new TreeMap<Integer, FailureReaction>();
        for (var entry : map.entries()) {
            var at = place.key(entry.key());
            boolean isCode = CODE.matcher(entry.key()).matches();
            if (!isCode) {
                at.error(ProblemCode.INVALID_VALUE, entry.keySpan(), "an exit code is a number from 0 to 255");
            }
            var reaction = reaction(entry, at.steps(NAME));
            // false is as if nothing were written, so that on_failure acts
            if (reaction != null && !(reaction instanceof FailureReaction.Ignore) && isCode) {
                reactions.put(Integer.parseInt(entry.key()), reaction);
            }
        }
        return reactions;
    }

    /// Handlers are the list called like the code; a fallback is named below it.
    private static @Nullable FailureReaction reaction(Node.Entry entry, Place at) {
        var steps = AfterRetriesShape.fits(entry.value()) ? at.steps(entry.key()) : at;
        return new FailureReactionShape(entry.key()).read(entry.value(), steps);
    }

    /// @param normal of the reactions that are meant
    /// @return the same, the handlers with every default; the one for success knows none
    static Value explained(Value normal, Map<Integer, FailureReaction> meant) {
        if (!(normal instanceof Value.Fields(var byCode))) {
            return normal;
        }
        var members = new LinkedHashMap<String, Value>();
        byCode.forEach((name, written) -> {
            int code = Integer.parseInt(name);
            var reaction = code == 0 ? null : meant.get(code);
            members.put(name, reaction == null ? written : FailureReactionShape.explained(written, reaction));
        });
        return new Value.Fields(members);
    }

    @Override
    public String expects() {
        return "a map of exit codes";
    }

    @Override
    public Value.Fields schema(Definitions definitions) {
        var reaction = new FailureReactionShape(NAME).schema(definitions);
        var names = Schemas.of("propertyNames", Schemas.pattern("^(" + CODE.pattern() + ")$"));
        return Schemas.with(Schemas.with(names, "type", Value.of("object")), "additionalProperties", reaction);
    }

    @Override
    public Value normal(Node node, Decoding decoding) {
        var members = new LinkedHashMap<String, Value>();
        for (var entry : ((Node.Mapping) node).entries()) {
            members.put(entry.key(), new FailureReactionShape(entry.key()).normal(entry.value(), decoding));
        }
        return new Value.Fields(members);
    }
}
