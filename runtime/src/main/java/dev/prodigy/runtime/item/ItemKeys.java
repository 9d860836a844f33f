package dev.prodigy.runtime.item;

import dev.prodigy.lang.expr.CompiledExpression;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.lang.expr.scope.Sources;
import dev.prodigy.lang.expr.value.ValueText;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.item.ItemId;
import dev.prodigy.model.value.Value;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The stable identity of work items (spec 03 §5): the text of `item_key`, else a hash of the content with
/// a number among equal ones. Of each a digest is kept, however long the keys are.
final class ItemKeys {
    private static final int NAMED = 10;

    private final @Nullable CompiledExpression expression;
    private final Scope scope;
    private final Sources sources;
    private final DigestTable seen = new DigestTable();
    private final List<String> culprits = new ArrayList<>();

    ItemKeys(@Nullable CompiledExpression expression, Scope scope, Sources sources) {
        this.expression = expression;
        this.scope = scope;
        this.sources = sources;
    }

    String of(Value item, int index) {
        if (expression == null) {
            var content = Digest.of(Json.write(canonical(item))).shortened();
            return content.shortText() + "-" + seen.count(content);
        }
        var value = expression.evaluate(scope, sources, item, index);
        var key = value.isNull() ? null : ValueText.of(value);
        if (key == null) {
            culprit(ItemId.of(index) + " has no key");
            return "";
        }
        int first = seen.putIfAbsent(Digest.of(key), index);
        if (first >= 0) {
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
