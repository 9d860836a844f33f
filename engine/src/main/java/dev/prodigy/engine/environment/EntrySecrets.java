package dev.prodigy.engine.environment;

import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.value.ValueText;
import dev.prodigy.model.env.EnvEntry;
import dev.prodigy.model.env.SecretNames;
import dev.prodigy.model.value.Unstored;
import java.util.List;
import java.util.Map;

/// Tells of each secret text of an entry as soon as it is known: of entries that are marked so, or named like one (spec
/// 02 §11). A name that is marked in one layer is secret whichever layer its text comes from.
///
/// @param names of entries that are secret without a mark
/// @param told hears of the texts
record EntrySecrets(SecretNames names, SecretTexts told) {
    /// A name was asked for.
    ///
    /// @param entries of this name in all layers; a name without any is no entry
    /// @return what it came to
    Binding noted(String name, List<EnvEntry> entries, Binding found) {
        if (!entries.isEmpty() && found instanceof Binding.Present present && !Unstored.isIn(present.value())) {
            var text = ValueText.of(present.value(), present.style());
            if (entries.stream().anyMatch(EnvEntry::secret)) {
                told.add(text, true);
            } else {
                names.secretsIn(Map.of(name, text)).forEach(each -> told.add(each, false));
            }
        }
        return found;
    }
}
