package dev.prodigy.engine.environment;

import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.value.ValueText;
import dev.prodigy.model.env.EnvEntry;
import dev.prodigy.model.env.SecretNames;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Which texts of entries are secret: those of entries that are marked so, or named like one (spec 02 §11).
final class EntrySecrets {
    private final SecretNames names;
    private final List<Read> read = new ArrayList<>();

    /// @param names of entries that are secret without a mark
    EntrySecrets(SecretNames names) {
        this.names = names;
    }

    /// An entry that was asked for, and its text.
    private record Read(String name, EnvEntry entry, String text) {}

    /// An entry was asked for.
    void noteRead(String name, EnvEntry entry, Binding value) {
        if (value instanceof Binding.Present present) {
            read.add(new Read(name, entry, ValueText.of(present.value(), present.style())));
        }
    }

    /// @return the secret texts of entries that were asked for so far
    Set<String> read() {
        var secrets = new LinkedHashSet<String>();
        read.forEach(each -> secrets.addAll(of(each.name(), each.entry(), each.text())));
        return secrets;
    }

    /// @param texts of variables, by name
    /// @param layers of entries
    /// @return those of the texts that are secret by an entry of that name
    Set<String> in(Map<String, String> texts, List<Map<String, EnvEntry>> layers) {
        var secrets = new LinkedHashSet<String>();
        layers.forEach(entries -> entries.forEach((name, entry) -> {
            var text = texts.get(name);
            if (text != null) {
                secrets.addAll(of(name, entry, text));
            }
        }));
        return secrets;
    }

    private Collection<String> of(String name, EnvEntry entry, String text) {
        return entry.secret() ? Set.of(text) : names.secretsIn(Map.of(name, text));
    }
}
