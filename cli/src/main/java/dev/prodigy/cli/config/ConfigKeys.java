package dev.prodigy.cli.config;

import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.lang.decode.Nearest;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The argument KEY: a key or a group of keys.
final class ConfigKeys {
    private ConfigKeys() {}

    /// @param word as given, or null for all
    /// @throws CommandFailure when there is no such key
    static List<ConfigKey> matching(@Nullable String word) {
        var found = Arrays.stream(ConfigKey.values())
                .filter(key ->
                        word == null || key.path().equals(word) || key.path().startsWith(word + "."))
                .toList();
        if (found.isEmpty() && word != null) {
            var near = Nearest.to(word, ConfigKey.paths());
            throw CommandFailure.usage(
                    "there is no key `" + word + "`" + (near == null ? "" : "; did you mean `" + near + "`?"),
                    "prodigy config show");
        }
        return found;
    }
}
