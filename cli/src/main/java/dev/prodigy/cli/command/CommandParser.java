package dev.prodigy.cli.command;

import dev.prodigy.cli.command.ValueReader.UnreadableValue;
import dev.prodigy.lang.decode.Nearest;
import java.nio.file.InvalidPathException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads the words behind a command by its signature.
public final class CommandParser {
    private final String command;
    private final Signature signature;
    private final List<Option<?>> options;

    /// @param command the command's words, for messages; empty for the program itself
    public CommandParser(String command, Signature signature) {
        this.command = command;
        this.signature = signature;
        this.options = new ArrayList<>(signature.options());
        options.addAll(signature.globals());
    }

    /// @param words all but the command's own
    /// @throws CommandFailure when they do not fit, with everything that is wrong
    public Arguments parse(List<String> words) {
        var told = Words.apart(options, this::unknown, words);
        var problems = new ArrayList<>(told.problems());
        var values = new LinkedHashMap<Option<?>, List<Object>>();
        for (var given : told.given().entrySet()) {
            values.put(given.getKey(), read(given.getKey(), given.getValue(), problems));
        }
        // behind a word that is no option nobody knows which word is an argument
        var miscounted = told.problems().isEmpty() ? miscounted(told.arguments()) : null;
        if (miscounted != null) {
            problems.add(miscounted);
        }
        if (!problems.isEmpty()) {
            throw CommandFailure.usage(String.join("\n", problems), help());
        }
        return new Arguments(told.arguments(), values);
    }

    private static List<Object> read(Option<?> option, List<Words.Given> texts, List<String> problems) {
        var values = new ArrayList<Object>();
        for (var given : texts) {
            try {
                values.add(option.reader().read(given.value()));
            } catch (UnreadableValue e) {
                problems.add(given.name() + " must be " + e.expected() + ", not `" + given.value() + "`");
            } catch (InvalidPathException e) {
                problems.add(given.name() + " is no path: " + e.getReason());
            }
        }
        return values;
    }

    /// @return what is wrong with the number of words beside the options, or null
    private @Nullable String miscounted(List<String> words) {
        if (words.size() < signature.fewest()) {
            var missing = signature.arguments().stream()
                    .filter(Argument::isRequired)
                    .skip(words.size())
                    .findFirst()
                    .orElse(signature.arguments().getLast());
            return missing.label() + " is missing";
        }
        return words.size() > signature.most()
                ? "`" + words.get(signature.most()) + "` is one argument too many"
                : null;
    }

    private String unknown(String word) {
        var written = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
        var names = options.stream()
                .flatMap(option -> option.names().stream())
                .filter(name -> name.startsWith("--"))
                .map(name -> name.substring(2))
                .toList();
        var near = written.startsWith("--") ? Nearest.to(written.substring(2), names) : null;
        var message = "`" + written + "` is no option of " + (command.isEmpty() ? "prodigy" : command);
        return near == null ? message : message + "; did you mean --" + near + "?";
    }

    private String help() {
        return command.isEmpty() ? "prodigy --help" : "prodigy " + command + " --help";
    }
}
