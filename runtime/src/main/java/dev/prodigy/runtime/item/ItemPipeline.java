package dev.prodigy.runtime.item;

import dev.prodigy.engine.environment.Language;
import dev.prodigy.engine.redact.Redactor;
import dev.prodigy.lang.expr.BareNames;
import dev.prodigy.lang.expr.CompiledExpression;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.lang.expr.scope.Sources;
import dev.prodigy.lang.expr.value.CanonicalText;
import dev.prodigy.lang.expr.value.ValueOrder;
import dev.prodigy.lang.items.ItemSource;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.text.Expression;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.MapPhase;
import dev.prodigy.model.workflow.SortKey;
import dev.prodigy.runtime.home.LocalDisk;
import dev.prodigy.runtime.journal.ItemSegmentWriter;
import dev.prodigy.runtime.journal.JournalSettings;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// From loaded documents to the list of work items: filter, sort, distinct, offset, max_items, batches,
/// identity (spec 03 §4, §5).
public final class ItemPipeline {
    private final MapPhase.Selection selection;
    private final Numbers numbers;
    private final Language language;
    private final Scope scope;
    private final Sources sources;
    private final Supplier<Redactor> secrets;
    private final Map<String, Long> counts = new LinkedHashMap<>();

    /// The numbers of the selection; null = absent.
    public record Numbers(
            @Nullable Integer offset,
            @Nullable Integer maxItems,
            @Nullable Integer batchSize) {}

    /// @param scope names of the workflow, for `${NAME}` in expressions
    /// @param secrets knows those that are known by now; an item that holds the value of one is refused
    public ItemPipeline(
            MapPhase.Selection selection,
            Numbers numbers,
            Language language,
            Scope scope,
            Sources sources,
            Supplier<Redactor> secrets) {
        this.selection = selection;
        this.numbers = numbers;
        this.language = language;
        this.scope = scope;
        this.sources = sources;
        this.secrets = secrets;
    }

    /// Writes the finished list, durably.
    ///
    /// @param name what the items came from, for the journal
    /// @param folder the run's folder
    /// @return the event that announces them
    /// @throws ItemRefused when two items have one key, or one has none, or holds a secret
    public ItemEvent.Loaded write(ItemSource source, String name, Path folder) {
        var keys = new ItemKeys(expression(selection.itemKey()), scope, sources);
        int size = numbers.batchSize() == null ? 0 : numbers.batchSize();
        var disk = new LocalDisk();
        try (var writer = new ItemSegmentWriter(folder, JournalSettings.defaults(disk, InstantSource.system()))) {
            var list = new ItemList(writer, keys, size);
            choose(source, folder, list);
            int total = list.end();
            keys.check();
            return new ItemEvent.Loaded(total, stages(), name, writer.finish());
        }
    }

    /// @return how many items were left after each stage, for people
    public String counted() {
        var text = new StringBuilder();
        counts.forEach((stage, count) -> text.append(text.isEmpty() ? "" : ", ")
                .append(count)
                .append(" after ")
                .append(stage));
        return text.toString();
    }

    /// One item after the other; only a sort looks at several.
    private void choose(ItemSource source, Path folder, ItemList list) {
        var last = new LastStages(list);
        long read = 0;
        long kept = 0;
        var filter = expression(selection.filter());
        try (var sorter = new ItemSorter(folder, order())) {
            for (var item = source.next(); item != null; item = source.next()) {
                var text = Json.write(item);
                if (secrets.get().mentionsSecret(text)) {
                    throw new ItemRefused(
                            KnownCode.INPUT_INVALID,
                            "item " + (read + 1) + " contains the value of a secret; pass secrets by environment");
                }
                if (filter == null || filter.isTrue(scope, sources, item, read)) {
                    kept++;
                    if (selection.sortBy().isEmpty()) {
                        last.take(item);
                    } else {
                        sorter.add(item, text);
                    }
                }
                read++;
            }
            sorter.forEach(last::take);
        }
        counts.put(selection.jsonPath() == null ? "input" : "json_path", read);
        count("filter", filter != null, kept);
        count("sort_by", !selection.sortBy().isEmpty(), kept);
        count("distinct", !selection.distinct().isEmpty(), last.distinct);
        count("offset", numbers.offset() != null, last.distinct - Math.min(last.distinct, last.offset()));
        count("max_items", numbers.maxItems() != null, last.left);
    }

    /// Without two that are alike, from the offset on, as many as are wanted.
    private final class LastStages {
        private final ItemList list;
        private final List<CompiledExpression> paths = selection.distinct().stream()
                .map(path -> language.expression(path, BareNames.FIELDS))
                .toList();
        private final DigestTable seen = new DigestTable();
        private long distinct;
        private long left;

        LastStages(ItemList list) {
            this.list = list;
        }

        long offset() {
            return numbers.offset() == null ? 0 : numbers.offset();
        }

        void take(Value item) {
            if (!paths.isEmpty() && seen.putIfAbsent(Digest.of(tuple(paths, item)), 0) >= 0) {
                return;
            }
            distinct++;
            boolean wanted = numbers.maxItems() == null || left < numbers.maxItems();
            if (distinct > offset() && wanted) {
                left++;
                list.add(item);
            }
        }
    }

    private Comparator<Value> order() {
        return selection.sortBy().stream()
                .map(this::comparator)
                .reduce(Comparator::thenComparing)
                .orElse((_, _) -> 0);
    }

    /// Null comes last unless the key says otherwise, also when the order is descending.
    private Comparator<Value> comparator(SortKey key) {
        var path = language.expression(key.path(), BareNames.FIELDS);
        Comparator<Value> values = key.descending() ? ValueOrder.ASCENDING.reversed() : ValueOrder.ASCENDING;
        return (left, right) -> {
            var a = path.evaluate(scope, sources, left, 0);
            var b = path.evaluate(scope, sources, right, 0);
            if (a.isNull() || b.isNull()) {
                int nulls = Boolean.compare(a.isNull(), b.isNull());
                return key.nullsFirst() ? -nulls : nulls;
            }
            return values.compare(a, b);
        };
    }

    private String tuple(List<CompiledExpression> paths, Value item) {
        return CanonicalText.of(new Value.Items(paths.stream()
                .map(path -> path.evaluate(scope, sources, item, 0))
                .toList()));
    }

    private void count(String stage, boolean present, long count) {
        if (present) {
            counts.put(stage, count);
        }
    }

    private Value stages() {
        return new Value.Items(counts.entrySet().stream()
                .<Value>map(each -> new FieldsWriter()
                        .put("stage", each.getKey())
                        .put("count", each.getValue())
                        .done())
                .toList());
    }

    private @Nullable CompiledExpression expression(@Nullable Expression source) {
        return source == null ? null : language.expression(source, BareNames.FIELDS);
    }
}
