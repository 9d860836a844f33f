package dev.prodigy.cli.command;

import dev.prodigy.cli.command.ValueReader.UnreadableValue;
import dev.prodigy.lang.decode.Nearest;
import java.nio.file.InvalidPathException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
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
    /// @throws CommandFailure when they do not fit
    public Arguments parse(List<String> words) {
        var spec = CommandSpec.create();
        options.values().forEach(spec::addOption);
        spec.addPositional(PositionalParamSpec.builder()
                .index("0..*")
                .arity("0..*")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .build());
        var line = new CommandLine(spec).setExpandAtFiles(false);
        try {
            return arguments(line.parseArgs(words.toArray(String[]::new)));
        } catch (CommandLine.UnmatchedArgumentException e) {
            throw unknown(e.getUnmatched().getFirst());
        } catch (CommandLine.OverwrittenOptionException e) {
            throw usage(name(e.getOverwritten()) + " is given twice");
        } catch (CommandLine.MissingParameterException e) {
            throw usage(missing(e));
        } catch (CommandLine.ParameterException e) {
            throw usage(String.valueOf(e.getMessage()));
        }
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

    private Arguments arguments(ParseResult parsed) {
        var given = new LinkedHashMap<Option<?>, List<Object>>();
        options.forEach((option, spec) -> {
            if (parsed.hasMatchedOption(spec)) {
                given.put(option, read(option, spec));
            }
        });
        var words = parsed.matchedPositionals().stream()
                .flatMap(each -> each.stringValues().stream())
                .toList();
        return new Arguments(words, given);
    }

    private List<Object> read(Option<?> option, OptionSpec spec) {
        if (option.isFlag() && spec.getValue() instanceof List<?> times) {
            return List.copyOf(times);
        }
        var values = new ArrayList<Object>();
        for (var text : spec.stringValues()) {
            try {
                values.add(option.reader().read(text));
            } catch (UnreadableValue e) {
                throw usage(option.name() + " must be " + e.expected() + ", not `" + text + "`");
            } catch (InvalidPathException e) {
                throw usage(option.name() + " is no path: " + e.getReason());
            }
        }
        return values;
    }

    /// Checks how many words stand beside the options.
    ///
    /// @throws CommandFailure when there are too few or too many
    public void checkCount(List<String> words) {
        if (words.size() < signature.fewest()) {
            var missing = signature.arguments().stream()
                    .filter(Argument::isRequired)
                    .skip(words.size())
                    .findFirst()
                    .orElse(signature.arguments().getLast());
            throw usage(missing.label() + " is missing");
        }
        if (words.size() > signature.most()) {
            throw usage("`" + words.get(signature.most()) + "` is one argument too many");
        }
    }

    private CommandFailure unknown(String word) {
        var written = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
        var names = options.keySet().stream()
                .flatMap(option -> option.names().stream())
                .filter(name -> name.startsWith("--"))
                .map(name -> name.substring(2))
                .toList();
        var near = written.startsWith("--") ? Nearest.to(written.substring(2), names) : null;
        var message = "`" + written + "` is no option of " + (command.isEmpty() ? "prodigy" : command);
        return CommandFailure.usage(near == null ? message : message + "; did you mean --" + near + "?", help());
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

    private CommandFailure usage(String message) {
        return CommandFailure.usage(message, help());
    }

    private String help() {
        return command.isEmpty() ? "prodigy --help" : "prodigy " + command + " --help";
    }
}
