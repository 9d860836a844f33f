package dev.prodigy.runtime.item;

import dev.prodigy.lang.expr.Expression;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.lang.expr.scope.Sources;
import dev.prodigy.lang.expr.value.ValueText;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.item.ItemId;
import dev.prodigy.model.value.Value;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The stable identity of work items (spec 03 §5): the text of `item_key`, else a hash of the content with a number
/// among
/// equal ones.
final class ItemKeys {
    private static final int BYTES = 8;
    private static final int NAMED = 10;

    private final @Nullable Expression expression;
    private final Scope scope;
    private final Sources sources;
    private final Map<String, Integer> seen = new HashMap<>();
    private final List<String> culprits = new ArrayList<>();

    ItemKeys(@Nullable Expression expression, Scope scope, Sources sources) {
        this.expression = expression;
        this.scope = scope;
        this.sources = sources;
    }

    String of(Value item, int index) {
        if (expression == null) {
            var hash = hash(Json.write(canonical(item)));
            return hash + "-" + seen.merge(hash, 1, Integer::sum);
        }
        var value = expression.evaluate(scope, sources, item, index);
        var key = value.isNull() ? null : ValueText.of(value);
        if (key == null) {
            culprit(ItemId.of(index) + " has no key");
            return "";
        }
        var first = seen.putIfAbsent(key, index);
        if (first != null) {
            culprit(ItemId.of(first) + " and " + ItemId.of(index) + " both have the key `" + key + "`");
        }
        return key;
    }

    /// @throws ItemRefused when an item has no key, or two have the same
    void check() {
        if (!culprits.isEmpty()) {
            throw new ItemRefused(KnownCode.DUPLICATE_ITEM_KEY, "item_key: " + String.join("; ", culprits));
        }
    }

    static String hash(String text) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /// Members sorted, numbers in one spelling: equal values give equal texts (RFC 8785).
    private static Value canonical(Value value) {
        return switch (value) {
            case Value.Fields(var members) -> {
                var sorted = new LinkedHashMap<String, Value>();
                new TreeMap<>(members).forEach((name, each) -> sorted.put(name, canonical(each)));
                yield new Value.Fields(sorted);
            }
            case Value.Items(var values) ->
                new Value.Items(values.stream().map(ItemKeys::canonical).toList());
            case Value.Num(var number) ->
                new Value.Num(
                        number.signum() == 0
                                ? BigDecimal.ZERO
                                : new BigDecimal(number.stripTrailingZeros().toPlainString()));
            case Value.Text _, Value.Bool _, Value.Null _ -> value;
        };
    }

    private void culprit(String words) {
        if (culprits.size() < NAMED) {
            culprits.add(words);
        }
    }
}
