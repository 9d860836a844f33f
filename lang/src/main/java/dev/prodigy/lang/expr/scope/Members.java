package dev.prodigy.lang.expr.scope;

import dev.prodigy.model.value.Value;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What may follow a name and a `.`. A member is asked for only when it is needed, so it may be costly to make.
public interface Members {
    /// No members at all.
    Members NONE = of(Map.of());

    /// @return the member; {@link Binding.NotOwned} when there is none of that name
    Binding find(String name);

    /// @return the names that exist, for suggestions
    default Collection<String> names() {
        return List.of();
    }

    /// The namespace as one object, for expressions that name it alone, such as `count(keys(state))`. Members
    /// without a value are left out.
    ///
    /// @return an object
    default Value whole() {
        return whole(names());
    }

    /// @return an object of these members alone
    default Value whole(Collection<String> names) {
        var members = new LinkedHashMap<String, Value>();
        for (String name : names) {
            switch (find(name)) {
                case Binding.Present present -> members.put(name, present.value());
                case Binding.Namespace(Members inner) -> members.put(name, inner.whole());
                case Binding.Missing _, Binding.NotOwned _ -> {}
            }
        }
        return new Value.Fields(members);
    }

    /// @return members that are at hand
    static Members of(Map<String, Binding> members) {
        var copy = Collections.unmodifiableMap(new LinkedHashMap<>(members));
        return new Members() {
            @Override
            public Binding find(String name) {
                var member = copy.get(name);
                return member == null ? Binding.notOwned() : member;
            }

            @Override
            public Collection<String> names() {
                return copy.keySet();
            }
        };
    }
}
