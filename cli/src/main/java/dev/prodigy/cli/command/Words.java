package dev.prodigy.cli.command;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Tells options, their values and arguments apart, as the GNU programs do: `--name value`, `--name=value`, `-n value`,
/// `-nvalue`, `-n=value`, flags together as in `-vq`, and nothing but arguments behind `--`. A negative number is none.
final class Words {
    private static final String END_OF_OPTIONS = "--";

    private final Map<String, Option<?>> byName = new HashMap<>();
    private final Function<String, String> unknown;
    private final List<String> words;
    private final List<String> arguments = new ArrayList<>();
    private final Map<Option<?>, List<Given>> given = new LinkedHashMap<>();
    private final List<String> problems = new ArrayList<>();
    private int at;

    /// @param unknown what is said of a word that looks like an option and is none
    private Words(List<Option<?>> options, Function<String, String> unknown, List<String> words) {
        options.forEach(option -> option.names().forEach(name -> {
            if (byName.put(name, option) != null) {
                throw new IllegalStateException(name + " is declared twice");
            }
        }));
        this.unknown = unknown;
        this.words = words;
    }

    /// A value as it was given.
    ///
    /// @param name the option's, as messages have it: the long one that was typed, else the option's own
    record Given(String name, String value) {}

    /// The words, told apart.
    ///
    /// @param arguments what stood beside the options
    /// @param given the values of each option, in the order given; a flag has an empty one for each time
    /// @param problems what is wrong, a line each
    record Told(List<String> arguments, Map<Option<?>, List<Given>> given, List<String> problems) {}

    static Told apart(List<Option<?>> options, Function<String, String> unknown, List<String> words) {
        var reading = new Words(options, unknown, words);
        reading.read();
        return new Told(reading.arguments, reading.given, reading.problems);
    }

    private void read() {
        while (at < words.size()) {
            var word = words.get(at++);
            if (word.equals(END_OF_OPTIONS)) {
                arguments.addAll(words.subList(at, words.size()));
                return;
            }
            if (word.startsWith("--")) {
                named(word);
            } else if (word.startsWith("-") && word.length() > 1 && !Character.isDigit(word.charAt(1))) {
                letters(word);
            } else {
                arguments.add(word);
            }
        }
    }

    private void named(String word) {
        int equals = word.indexOf('=');
        var name = equals < 0 ? word : word.substring(0, equals);
        var option = byName.get(name);
        if (option == null) {
            problems.add(unknown.apply(word));
        } else if (!option.isFlag()) {
            value(option, name, equals < 0 ? null : word.substring(equals + 1));
        } else if (equals < 0) {
            give(option, name, "");
        } else {
            problems.add(name + " takes no value");
        }
    }

    /// Flags may stand together; the first letter that takes a value takes the rest.
    private void letters(String word) {
        for (int i = 1; i < word.length(); i++) {
            var option = byName.get("-" + word.charAt(i));
            if (option == null) {
                problems.add(unknown.apply(i == 1 ? word : "-" + word.substring(i)));
                return;
            }
            if (!option.isFlag()) {
                var rest = word.substring(i + 1);
                value(option, option.name(), rest.isEmpty() ? null : rest.startsWith("=") ? rest.substring(1) : rest);
                return;
            }
            give(option, option.name(), "");
        }
    }

    /// @param attached the value that stood in the option's own word, or null
    private void value(Option<?> option, String name, @Nullable String attached) {
        if (attached != null) {
            give(option, name, attached);
        } else if (at < words.size() && !isOption(words.get(at))) {
            give(option, name, words.get(at++));
        } else {
            problems.add(name + " needs a value");
        }
    }

    /// A forgotten value is more likely than one that is spelled like an option of this command.
    private boolean isOption(String word) {
        if (word.startsWith("--")) {
            int equals = word.indexOf('=');
            return word.equals(END_OF_OPTIONS) || byName.containsKey(equals < 0 ? word : word.substring(0, equals));
        }
        return word.length() > 1 && byName.containsKey(word.substring(0, 2));
    }

    private void give(Option<?> option, String name, String value) {
        var values = given.computeIfAbsent(option, _ -> new ArrayList<>());
        if (!values.isEmpty() && !option.isRepeatable()) {
            var before = values.getLast().name();
            problems.add(
                    before.equals(name)
                            ? name + " is given twice"
                            : before + " and " + name + " mean the same, and both are given");
        }
        values.add(new Given(name, value));
    }
}
