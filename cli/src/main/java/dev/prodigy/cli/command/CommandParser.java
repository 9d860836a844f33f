package dev.prodigy.cli.command;

import dev.prodigy.cli.command.ValueReader.UnreadableValue;
import dev.prodigy.lang.decode.Nearest;
import java.nio.file.InvalidPathException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/// Reads the words behind a command by its signature. The grammar is picocli's; the declarations and the messages are
/// ours.
public final class CommandParser {
    private final String command;
    private final Signature signature;
    private final Map<Option<?>, OptionSpec> options = new LinkedHashMap<>();

    /// @param command the command's words, for messages; empty for the program itself
    public CommandParser(String command, Signature signature) {
        this.command = command;
        this.signature = signature;
        Stream.concat(signature.options().stream(), signature.globals().stream())
                .forEach(option -> options.put(option, spec(option)));
    }

    /// @param words all but the command's own
    /// @throws CommandFailure when they do not fit, with everything that is wrong
    public Arguments parse(List<String> words) {
        var spec = CommandSpec.create();
        options.values().forEach(spec::addOption);
        spec.addPositional(PositionalParamSpec.builder()
                .index("0..*")
                .arity("0..*")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .build());
        spec.parser().collectErrors(true);
        var line = new CommandLine(spec).setExpandAtFiles(false);
        var parsed = line.parseArgs(words.toArray(String[]::new));
        var problems = new ArrayList<String>();
        parsed.errors().forEach(error -> problems.addAll(told(error)));
        boolean clear = problems.isEmpty();
        var arguments = arguments(parsed, problems);
        // behind a word that is no option nobody knows which word is an argument
        var miscounted = clear ? miscounted(arguments.words()) : null;
        if (miscounted != null) {
            problems.add(miscounted);
        }
        if (!problems.isEmpty()) {
            throw CommandFailure.usage(String.join("\n", problems), help());
        }
        return arguments;
    }

    private List<String> told(Exception error) {
        return switch (error) {
            case CommandLine.UnmatchedArgumentException e ->
                e.getUnmatched().stream()
                        .filter(word -> word.startsWith("-"))
                        .map(this::unknown)
                        .toList();
            case CommandLine.OverwrittenOptionException e -> List.of(name(e.getOverwritten()) + " is given twice");
            case CommandLine.MissingParameterException e -> List.of(missing(e));
            default -> List.of(String.valueOf(error.getMessage()));
        };
    }

    private static OptionSpec spec(Option<?> option) {
        var builder = OptionSpec.builder(option.names().toArray(String[]::new));
        if (option.isFlag()) {
            return builder.arity("0")
                    .type(List.class)
                    .auxiliaryTypes(Boolean.class)
                    .build();
        }
        return option.isRepeatable()
                ? builder.arity("1")
                        .type(List.class)
                        .auxiliaryTypes(String.class)
                        .build()
                : builder.arity("1").type(String.class).build();
    }

    private Arguments arguments(ParseResult parsed, List<String> problems) {
        var given = new LinkedHashMap<Option<?>, List<Object>>();
        options.forEach((option, spec) -> {
            if (parsed.hasMatchedOption(spec)) {
                given.put(option, read(option, spec, problems));
            }
        });
        var words = parsed.matchedPositionals().stream()
                .flatMap(each -> each.stringValues().stream())
                .toList();
        return new Arguments(words, given);
    }

    private static List<Object> read(Option<?> option, OptionSpec spec, List<String> problems) {
        if (option.isFlag() && spec.getValue() instanceof List<?> times) {
            return List.copyOf(times);
        }
        var values = new ArrayList<Object>();
        for (var text : spec.stringValues()) {
            try {
                values.add(option.reader().read(text));
            } catch (UnreadableValue e) {
                problems.add(option.name() + " must be " + e.expected() + ", not `" + text + "`");
            } catch (InvalidPathException e) {
                problems.add(option.name() + " is no path: " + e.getReason());
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
        var names = options.keySet().stream()
                .flatMap(option -> option.names().stream())
                .filter(name -> name.startsWith("--"))
                .map(name -> name.substring(2))
                .toList();
        var near = written.startsWith("--") ? Nearest.to(written.substring(2), names) : null;
        var message = "`" + written + "` is no option of " + (command.isEmpty() ? "prodigy" : command);
        return near == null ? message : message + "; did you mean --" + near + "?";
    }

    private String missing(CommandLine.MissingParameterException e) {
        var missing = e.getMissing();
        return (missing.isEmpty() ? "an option" : name(missing.getFirst())) + " needs a value";
    }

    private String name(ArgSpec spec) {
        return options.entrySet().stream()
                .filter(each -> each.getValue().equals(spec))
                .map(each -> each.getKey().name())
                .findFirst()
                .orElse("an argument");
    }

    private String help() {
        return command.isEmpty() ? "prodigy --help" : "prodigy " + command + " --help";
    }
}
