package dev.prodigy.lang.decode.workflow;

import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Definitions;
import dev.prodigy.lang.decode.Expressions;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.decode.Texts;
import dev.prodigy.lang.expr.BareNames;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.SortKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// `sort_by`: `path [ASC|DESC] [NULLS FIRST|LAST]`, several by comma or as a list (spec 03 §4).
final class SortKeys implements Shape<List<SortKey>> {
    static final Shape<List<SortKey>> SORT_BY = new SortKeys();

    private static final Pattern NULLS = Pattern.compile("(?i)\\s+NULLS\\s+(FIRST|LAST)$");
    private static final Pattern DIRECTION = Pattern.compile("(?i)\\s+(ASC|ASCENDING|DESC|DESCENDING)$");
    private static final Pattern LOOSE_WORDS = Pattern.compile("\\s[A-Za-z]+$");

    private SortKeys() {}

    @Override
    public @Nullable List<SortKey> read(Node node, Place place) {
        place.refuseTag(node);
        var keys = new ArrayList<SortKey>();
        switch (node) {
            case Node.Scalar scalar when !scalar.isNull() -> add(scalar, place, keys);
            case Node.Sequence list -> {
                for (int i = 0; i < list.items().size(); i++) {
                    var at = place.index(i);
                    if (list.items().get(i) instanceof Node.Scalar scalar && !scalar.isNull()) {
                        add(scalar, at, keys);
                    } else {
                        at.mismatch(list.items().get(i), expects());
                    }
                }
            }
            case Node.Scalar nothing -> place.mismatch(nothing, expects());
            case Node.Mapping map -> place.mismatch(map, expects());
        }
        return keys;
    }

    private static void add(Node.Scalar scalar, Place place, List<SortKey> keys) {
        int start = 0;
        int open = 0;
        char quote = 0;
        var text = scalar.text();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '\'' || c == '"') {
                quote = c;
            } else if (c == '[' || c == '(') {
                open++;
            } else if (c == ']' || c == ')') {
                open--;
            } else if (c == ',' && open == 0) {
                key(scalar, start, i, place, keys);
                start = i + 1;
            }
        }
        key(scalar, start, text.length(), place, keys);
    }

    private static void key(Node.Scalar scalar, int start, int end, Place place, List<SortKey> keys) {
        var rest = scalar.text().substring(start, end).strip();
        boolean nullsFirst = false;
        boolean descending = false;
        var nulls = NULLS.matcher(rest);
        if (nulls.find()) {
            nullsFirst = nulls.group(1).equalsIgnoreCase("first");
            rest = rest.substring(0, nulls.start());
        }
        var direction = DIRECTION.matcher(rest);
        if (direction.find()) {
            descending = direction.group(1).toUpperCase(Locale.ROOT).startsWith("DESC");
            rest = rest.substring(0, direction.start());
        }
        var span = place.decoding().inside(scalar, start);
        if (rest.isEmpty() || LOOSE_WORDS.matcher(rest).find()) {
            var message = "\"" + scalar.text().substring(start, end).strip() + "\" is no sort key";
            place.error(ProblemCode.INVALID_VALUE, span, message, "Write path [ASC|DESC] [NULLS FIRST|LAST].");
            return;
        }
        int blanks = scalar.text().substring(start, end).indexOf(rest);
        var path = Expressions.read(scalar, start + blanks, rest, BareNames.FIELDS, place);
        if (path != null) {
            keys.add(new SortKey(path, descending, nullsFirst));
        }
    }

    @Override
    public String expects() {
        return "sort keys such as \"score DESC\"";
    }

    @Override
    public Value.Fields schema(Definitions definitions) {
        var text = Texts.STRING.schema(definitions);
        return Schemas.anyOf(text, Schemas.listOf(text));
    }

    @Override
    public Value normal(Node node, Decoding decoding) {
        var keys = read(node, Place.silent());
        return Value.ofTexts((keys == null ? List.<SortKey>of() : keys)
                .stream()
                        .map(key -> key.path().source()
                                + (key.descending() ? " DESC" : " ASC")
                                + (key.nullsFirst() ? " NULLS FIRST" : " NULLS LAST"))
                        .toList());
    }
}
