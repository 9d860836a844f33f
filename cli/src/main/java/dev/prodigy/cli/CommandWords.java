package dev.prodigy.cli;

import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.Globals;
import dev.prodigy.cli.command.Option;
import dev.prodigy.lang.decode.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Finds the command among the words of a command line: options may stand before, between and behind its words.
final class CommandWords {
    private final List<String> rest = new ArrayList<>();
    private final List<String> typed = new ArrayList<>();
    private @Nullable CommandName found;

    private CommandWords() {}

    /// What was found.
    ///
    /// @param name null when there is no command at all
    /// @param typed its words as they were typed, such as `checkpoints delete`
    /// @param rest all other words, in order
    record Split(@Nullable CommandName name, String typed, List<String> rest) {}

    /// @param args the command line; `_` in the name of an option is `-` from here on
    /// @throws CommandFailure when there is no such command
    static Split split(List<String> args) {
        var words = new CommandWords();
        words.read(args);
        return new Split(words.found, String.join(" ", words.typed), words.rest);
    }

    private void read(List<String> args) {
        boolean seeking = true;
        for (int i = 0; i < args.size(); i++) {
            var word = args.get(i);
            if (word.equals("--")) {
                rest.addAll(args.subList(i, args.size()));
                return;
            }
            if (isOption(word)) {
                word = normal(word);
                rest.add(word);
                if (seeking && i + 1 < args.size() && takesNext(word)) {
                    rest.add(args.get(++i));
                }
            } else if (seeking) {
                seeking = take(word);
            } else {
                rest.add(word);
            }
        }
    }

    /// @return whether another word of the command may follow
    private boolean take(String word) {
        var above = found;
        if (above == null) {
            found = CommandName.called(word, CommandName.tops()).orElseThrow(() -> unknown(word, CommandName.tops()));
            typed.add(word);
            return !found.below().isEmpty();
        }
        var below = CommandName.called(word, above.below());
        if (below.isPresent()) {
            found = below.get();
            typed.add(word);
        } else if (above.runsAlone()) {
            rest.add(word);
        } else {
            throw unknown(above.text() + " ", word, above.below());
        }
        return false;
    }

    private boolean takesNext(String word) {
        if (word.contains("=")) {
            return false;
        }
        return takesValue(word, () -> Globals.ALL) || (found != null && takesValue(word, this::ofGroup));
    }

    private static boolean takesValue(String word, Supplier<List<Option<?>>> options) {
        return options.get().stream()
                .anyMatch(option -> !option.isFlag() && option.names().contains(word));
    }

    private List<Option<?>> ofGroup() {
        var options = new ArrayList<Option<?>>();
        if (found != null) {
            found.below().forEach(each -> options.addAll(each.load().signature().options()));
        }
        return options;
    }

    private static boolean isOption(String word) {
        return word.length() > 1 && word.startsWith("-");
    }

    private static String normal(String word) {
        if (!word.startsWith("--")) {
            return word;
        }
        int end = word.indexOf('=');
        return end < 0 ? word.replace('_', '-') : word.substring(0, end).replace('_', '-') + word.substring(end);
    }

    private static CommandFailure unknown(String word, List<CommandName> candidates) {
        return unknown("", word, candidates);
    }

    private static CommandFailure unknown(String above, String word, List<CommandName> candidates) {
        var words =
                candidates.stream().flatMap(each -> each.lastWords().stream()).toList();
        var near = Nearest.to(word, words);
        var message = "`" + above + word + "` is no command";
        return CommandFailure.usage(
                near == null ? message : message + "; did you mean `" + above + near + "`?",
                "prodigy " + above + "--help");
    }
}
