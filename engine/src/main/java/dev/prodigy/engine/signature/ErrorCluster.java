package dev.prodigy.engine.signature;

import dev.prodigy.model.error.Category;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;

/// Items that failed in the same way (spec 02 §9.3).
///
/// @param items the first {@link FailurePattern#MOST_ITEMS} ids
/// @param sample the message of the first item
public record ErrorCluster(
        Signature signature, Category category, String code, int count, List<String> items, String sample) {

    public ErrorCluster {
        items = List.copyOf(items);
    }

    /// @return the clusters, largest first, then in the order of their first failure
    public static List<ErrorCluster> in(Iterable<FinalFailure> failures) {
        var groups = new LinkedHashMap<String, ItemGroup>();
        var firsts = new LinkedHashMap<String, FinalFailure>();
        for (var each : failures) {
            var id = each.signature().id();
            firsts.putIfAbsent(id, each);
            groups.computeIfAbsent(id, _ -> new ItemGroup()).add(each.itemId());
        }
        return firsts.values().stream()
                .map(first -> of(first, groups.getOrDefault(first.signature().id(), new ItemGroup())))
                .sorted(Comparator.comparingInt(ErrorCluster::count).reversed())
                .toList();
    }

    private static ErrorCluster of(FinalFailure first, ItemGroup group) {
        var error = first.error();
        return new ErrorCluster(
                first.signature(), error.category(), error.code(), group.count(), group.first(), error.message());
    }

    /// @return what may help against it
    public String suggestedAction() {
        return SuggestedAction.against(category);
    }

    /// @return the cluster as a JSON object
    public Value.Fields toValue() {
        return new FieldsWriter()
                .put("signature", signature.id())
                .put("normalized", signature.normalised())
                .put("category", category.word())
                .put("code", code)
                .put("count", count)
                .put("items", items)
                .put("sample", sample)
                .put("suggested_action", suggestedAction())
                .done();
    }
}
