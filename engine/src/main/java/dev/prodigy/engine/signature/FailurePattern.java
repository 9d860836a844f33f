package dev.prodigy.engine.signature;

import dev.prodigy.model.error.Category;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;

/// A category in which several items finally failed (spec 02 §9.2).
///
/// @param items the first {@link #MOST_ITEMS} ids
public record FailurePattern(Category category, int frequency, List<String> items) {
    /// From so many items on, failures are a pattern.
    public static final int FEWEST = 3;

    /// How many ids are listed.
    public static final int MOST_ITEMS = 100;

    private static final Comparator<FailurePattern> ORDER = Comparator.comparingInt(FailurePattern::frequency)
            .reversed()
            .thenComparing(pattern -> pattern.category().word());

    public FailurePattern {
        items = List.copyOf(items);
    }

    /// @return the patterns, most frequent first, then by name
    static List<FailurePattern> in(Iterable<FinalFailure> failures) {
        var groups = new EnumMap<Category, ItemGroup>(Category.class);
        for (var each : failures) {
            groups.computeIfAbsent(each.error().category(), _ -> new ItemGroup())
                    .add(each.itemId());
        }
        return groups.entrySet().stream()
                .filter(entry -> entry.getValue().count() >= FEWEST)
                .map(entry -> new FailurePattern(
                        entry.getKey(),
                        entry.getValue().count(),
                        entry.getValue().first()))
                .sorted(ORDER)
                .toList();
    }

    /// @return the pattern as a JSON object
    public Value.Fields toValue() {
        return new FieldsWriter()
                .put("pattern_type", category.word())
                .put("frequency", frequency)
                .put("items", items)
                .put("suggested_action", SuggestedAction.against(category))
                .done();
    }
}
