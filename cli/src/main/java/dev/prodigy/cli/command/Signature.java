package dev.prodigy.cli.command;

import java.util.List;

/// What a command accepts besides the options of every command.
///
/// @param arguments what stands beside the options, in order
/// @param description one paragraph for the top of its help, or more
/// @param notes paragraphs below the options
public record Signature(List<Argument> arguments, List<Option<?>> options, String description, List<String> notes) {
    public Signature {
        arguments = List.copyOf(arguments);
        options = List.copyOf(options);
        notes = List.copyOf(notes);
    }

    /// A command without notes.
    public static Signature of(String description, List<Argument> arguments, List<Option<?>> options) {
        return new Signature(arguments, options, description, List.of());
    }

    /// @return the options of every command, but those whose names mean something else here
    public List<Option<?>> globals() {
        return Globals.ALL.stream()
                .filter(global -> options.stream()
                        .noneMatch(own -> own.names().contains("--output")
                                && global.names().contains("--output")))
                .toList();
    }

    /// @return how many arguments there must be
    public int fewest() {
        return arguments.stream().mapToInt(Argument::fewest).sum();
    }

    /// @return how many there may be
    public int most() {
        return arguments.stream().anyMatch(Argument::isRepeatable) ? Integer.MAX_VALUE : arguments.size();
    }
}
