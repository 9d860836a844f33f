package dev.prodigy.engine.step;

import dev.prodigy.engine.redact.Redactor;
import dev.prodigy.engine.world.World;
import dev.prodigy.model.env.SecretNames;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// The values of a text's placeholders that modifiers and functions made. What they made of a secret is masked like
/// the secret (spec 02 §11), unless it is a number or a word that stands everywhere.
final class MadeTexts {
    private final List<Made> all = new ArrayList<>();

    private record Made(Value value, Value from) {}

    void add(Value value, Value from) {
        all.add(new Made(value, from));
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    void forget() {
        all.clear();
    }

    /// Masks from now on what was made of secrets that are known by now, and forgets the rest.
    void conceal(World world) {
        for (var each : all) {
            var secrets = texts(each.from()).stream()
                    .filter(world.redactor()::isSecret)
                    .toList();
            if (!secrets.isEmpty()) {
                // where the whole secret still stands in it, that is masked
                Predicate<String> isWhole = Redactor.of(secrets, List.of())::mentionsSecret;
                texts(each.value()).stream()
                        .filter(text -> !SecretNames.isCommon(text))
                        .filter(isWhole.negate())
                        .forEach(world::conceal);
            }
        }
        forget();
    }

    private static List<String> texts(Value value) {
        return switch (value) {
            case Value.Text(var text) -> List.of(text);
            case Value.Items(var values) ->
                values.stream().flatMap(each -> texts(each).stream()).toList();
            case Value.Fields _, Value.Num _, Value.Bool _, Value.Null _ -> List.of();
        };
    }
}
