package dev.prodigy.runtime.run.attempt;

import dev.prodigy.engine.environment.PlainScope;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Members;
import dev.prodigy.lang.expr.scope.Nature;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.lang.expr.value.ListStyle;
import dev.prodigy.lang.expr.value.ValueText;
import dev.prodigy.model.item.ItemId;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.item.ItemStore;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The names of one attempt of an item, over those of the session (spec 03 §6, "Variables in the template").
final class ItemScope implements PlainScope {
    private final Scope session;
    private final Map<String, Binding> own = new HashMap<>();

    ItemScope(Scope session, ItemStore.Item item, int total, boolean isBatch, int attempt, String agent) {
        this.session = session;
        own.put("item", item(item.data()));
        own.put("item_json", Binding.data(Value.of(ValueText.json(item.data()))));
        own.put("item_id", Binding.data(Value.of(ItemId.of(item.index()))));
        own.put("item_index", Binding.data(Value.of(item.index())));
        own.put("item_total", Binding.data(Value.of(total)));
        own.put("item_key", Binding.data(Value.of(item.key())));
        own.put("item_attempt", Binding.data(Value.of(attempt)));
        own.put("agent_id", Binding.data(Value.of(agent)));
        if (isBatch) {
            own.put("items", own.get("item"));
            own.put("batch", new Binding.Namespace(batch(item, total)));
        }
    }

    @Override
    public Binding find(String name) {
        var binding = own.get(name);
        return binding == null ? session.find(name) : binding;
    }

    @Override
    public @Nullable String environment(String name) {
        return session.environment(name);
    }

    @Override
    public Collection<String> names() {
        var names = new HashSet<>(session.names());
        names.addAll(own.keySet());
        return names;
    }

    @Override
    public Collection<String> plainNames() {
        return session instanceof PlainScope plain ? plain.plainNames() : List.of();
    }

    @Override
    public Binding ofRun(String name) {
        return session instanceof PlainScope plain ? plain.ofRun(name) : Binding.notOwned();
    }

    /// Spec 03 §5, "Batches".
    private static Members batch(ItemStore.Item item, int total) {
        int size = item.data() instanceof Value.Items(var values) ? values.size() : 1;
        return Members.of(Map.of(
                "size", Binding.data(Value.of(size)),
                "index", Binding.data(Value.of(item.index())),
                "total", Binding.data(Value.of(total))));
    }

    /// For a text item `${item.item}` is the text too.
    private static Binding item(Value data) {
        return data instanceof Value.Text
                ? new Binding.Present(data, Nature.DATA, ListStyle.JSON, Members.of(Map.of("item", Binding.data(data))))
                : Binding.data(data);
    }
}
