package dev.prodigy.lang.decode.policy;

import dev.prodigy.lang.decode.AsWritten;
import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.Given;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Keyed;
import dev.prodigy.lang.decode.Lists;
import dev.prodigy.lang.decode.Nearest;
import dev.prodigy.lang.decode.Numbers;
import dev.prodigy.lang.decode.Patterns;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.decode.Texts;
import dev.prodigy.lang.decode.Unknown;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.policy.Matcher;
import dev.prodigy.model.policy.Matchers;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// One entry of `retry_on`, `no_retry_on`, `trips_on` (spec 02 §3.5).
public final class MatcherShape implements Shape<Matcher> {
    /// A single matcher.
    public static final Shape<Matcher> MATCHER = new MatcherShape();

    private static final String EXPECTS = "a category, a status, a code or a matcher such as {exit_code: 75}";
    private static final String PATTERN_TAG = "pattern";
    private static final Pattern CODE = Pattern.compile("[A-Z0-9][A-Z0-9_]*");
    private static final Key<Matcher.Range> EXIT_CODE = Key.of("exit_code", ExitRange.RANGE, "The exit status.");
    private static final Key<List<Matcher.Range>> EXIT_CODES =
            Key.of("exit_codes", Lists.oneOrMany(ExitRange.RANGE), "Exit statuses and ranges such as 64-69.");
    private static final Key<Integer> SIGNAL = Key.of("signal", Numbers.integer(1, 64), "The signal's number.");
    private static final Key<String> CODE_KEY =
            Key.of("code", Given.text(Texts.STRING, null), "A name among the error's codes.");
    private static final Shape<String> FILLED = Given.text(Patterns.REGEX, ".");
    private static final Key<String> PATTERN =
            Key.of("pattern", FILLED, "A regular expression found in message or output.");
    private static final KeySet KEYS = KeySet.of(EXIT_CODE, EXIT_CODES, SIGNAL, CODE_KEY, PATTERN);

    private MatcherShape() {}

    @Override
    public @Nullable Matcher read(Node node, Place place) {
        if (PATTERN_TAG.equals(node.tag()) && node instanceof Node.Scalar scalar) {
            var regex = FILLED.read(scalar.untagged(), place);
            return regex == null ? null : new Matcher.Pattern(regex);
        }
        place.refuseTag(node);
        if (node instanceof Node.Mapping map) {
            return map(map, place);
        }
        if (node instanceof Node.Scalar scalar && !scalar.isNull()) {
            return name(scalar, place);
        }
        place.mismatch(node, EXPECTS);
        return null;
    }

    private static @Nullable Matcher map(Node.Mapping map, Place place) {
        var entries = Entries.of(map, KEYS, Unknown.ERROR, place);
        if (map.entries().size() != 1) {
            entries.finish();
            place.error(
                    ProblemCode.INVALID_VALUE,
                    map.span(),
                    "a matcher has exactly one key",
                    "Write a list of matchers.");
            return null;
        }
        var one = entries.get(EXIT_CODE);
        var several = entries.get(EXIT_CODES);
        var signal = entries.get(SIGNAL);
        var code = entries.get(CODE_KEY);
        var pattern = entries.get(PATTERN);
        if (one != null) {
            return new Matcher.ExitCodes(List.of(one));
        }
        if (several != null) {
            return new Matcher.ExitCodes(several);
        }
        if (signal != null) {
            return new Matcher.Signal(signal);
        }
        if (pattern != null) {
            return new Matcher.Pattern(pattern);
        }
        return code == null ? null : new Matcher.Named(code);
    }

    private static @Nullable Matcher name(Node.Scalar scalar, Place place) {
        var name = scalar.text();
        if (name.equals("any") || name.equals("*")) {
            return new Matcher.Any();
        }
        if (KnownCodes.contains(name)) {
            return new Matcher.Named(name);
        }
        var message = "no error is known by the name \"" + name + "\"";
        var near = Nearest.to(name, KnownCodes.written());
        if (CODE.matcher(name).matches()) {
            place.report(Problem.warning(
                            ProblemCode.INVALID_VALUE,
                            message,
                            scalar.span(),
                            place.path().toString())
                    .suggesting(near));
            return new Matcher.Named(name);
        }
        place.report(Problem.error(
                        ProblemCode.INVALID_VALUE,
                        message,
                        scalar.span(),
                        place.path().toString())
                .suggesting(near));
        return null;
    }

    @Override
    public String expects() {
        return EXPECTS;
    }

    @Override
    public Value.Fields schema(Definitions definitions) {
        return definitions.reference("matcher", () -> {
            var one = Schemas.with(
                    Keyed.schema(KEYS, Unknown.ERROR, List.of(), definitions), "maxProperties", Value.of(1));
            var forms = new ArrayList<Value>();
            forms.add(Texts.STRING.schema(definitions));
            forms.add(Schemas.with(one, "minProperties", Value.of(1)));
            return Schemas.anyOf(forms);
        });
    }

    @Override
    public Value normal(Node node, Decoding decoding) {
        if (AsWritten.isOpen(node)) {
            return AsWritten.of(node);
        }
        var matcher = read(node, Place.silent());
        return matcher == null ? Value.Null.NULL : matcher.toValue();
    }

    /// @return a list of matchers; a single one needs no list
    public static Shape<Matchers> list() {
        return new MatchersShape(Lists.oneOrMany(MATCHER));
    }

    private record MatchersShape(Lists<Matcher> entries) implements Shape<Matchers> {
        @Override
        public @Nullable Matchers read(Node node, Place place) {
            var matchers = entries.read(node, place);
            return matchers == null ? null : new Matchers(matchers);
        }

        @Override
        public String expects() {
            return entries.expects();
        }

        @Override
        public Value.Fields schema(Definitions definitions) {
            return entries.schema(definitions);
        }

        @Override
        public Value normal(Node node, Decoding decoding) {
            return entries.normal(node, decoding);
        }
    }
}
