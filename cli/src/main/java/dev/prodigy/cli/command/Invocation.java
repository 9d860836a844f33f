package dev.prodigy.cli.command;

import dev.prodigy.cli.output.Console;
import dev.prodigy.cli.output.Style;
import dev.prodigy.lang.json.Json;
import dev.prodigy.lang.shell.ShellQuote;
import dev.prodigy.model.value.Value;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One call of a command: what it was given and how it answers.
///
/// @param console the streams, with `--path` applied
/// @param arguments what was given
/// @param preferences what is configured
public record Invocation(Console console, Arguments arguments, Preferences preferences) {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

    /// @return whether the option was given
    public boolean has(Option<?> option) {
        return arguments.has(option);
    }

    /// @return its value, or null when it was not given
    public <T> @Nullable T value(Option<T> option) {
        return arguments.value(option);
    }

    /// @return its values, in the order given
    public <T> List<T> values(Option<T> option) {
        return arguments.values(option);
    }

    /// @return whether the result is a JSON document
    public boolean json() {
        return arguments.has(Globals.JSON) || "json".equals(arguments.value(Globals.OUTPUT));
    }

    /// @return -1 for `--quiet`, 0 usually, up to 3 for `-vvv`
    public int verbosity() {
        if (arguments.has(Globals.QUIET)) {
            return -1;
        }
        int given = Math.min(3, arguments.count(Globals.VERBOSE));
        return given > 0 ? given : preferences.verbosity();
    }

    /// @return how progress is shown: `auto`, `plain` or `none`
    public String progress() {
        var wish = arguments.value(Globals.PROGRESS);
        return wish == null ? preferences.progress() : wish;
    }

    /// @return the colours of stdout
    public Style style() {
        return style(console.terminal().out());
    }

    /// @return the colours of stderr
    public Style errorStyle() {
        return style(console.terminal().err());
    }

    /// @param command such as `validate`
    /// @param files what it is given
    /// @return what to type where this call was typed, for the directory that this call was for
    public String again(String command, String... files) {
        var directory = value(Globals.PATH);
        return Stream.concat(directory == null ? Stream.of() : Stream.of("-p", directory.toString()), Stream.of(files))
                .map(ShellQuote::word)
                .collect(Collectors.joining(" ", "prodigy " + command + " ", ""))
                .strip();
    }

    /// Lets some time pass before the next look at what changes by itself.
    ///
    /// @return false when somebody wants the command to end
    public boolean pause() {
        return pause(Duration.ZERO);
    }

    /// The same, for looks that cost: nine times as long as the last one took, so that who watches a large run does not
    /// take a processor from it.
    ///
    /// @return false when somebody wants the command to end
    public boolean pause(Duration lastLook) {
        var rest = lastLook.multipliedBy(9);
        try {
            console.time().waiter().await(rest.compareTo(BETWEEN_LOOKS) > 0 ? rest : BETWEEN_LOOKS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /// Prints a line of the result.
    public void line(String text) {
        console.out().println(text);
    }

    /// Prints the result as its one JSON document.
    public void document(Value document) {
        console.out().println(Json.write(document));
    }

    /// Tells something beside the result, unless `--quiet`.
    public void note(String text) {
        if (verbosity() >= 0) {
            console.err().println("prodigy: " + text);
        }
    }

    private Style style(boolean isTerminal) {
        return isColoured(isTerminal) ? Style.COLOURED : Style.PLAIN;
    }

    private boolean isColoured(boolean isTerminal) {
        var wish = arguments.value(Globals.COLOR);
        if (wish == null) {
            wish = console.variable("NO_COLOR") != null ? "never" : preferences.color();
        }
        return "always".equals(wish) || (isTerminal && !console.isDumb() && !"never".equals(wish));
    }
}
