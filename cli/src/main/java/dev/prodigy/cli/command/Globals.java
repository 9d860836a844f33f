package dev.prodigy.cli.command;

import java.nio.file.Path;
import java.util.List;

/// The options of every command (spec 05 §1).
public final class Globals {
    /// Where to behave as if started in.
    public static final Option<Path> PATH =
            Option.value(Path::of, "DIR", "behave as if started in DIR", "-p", "--path", "-C");

    /// The form of the result.
    public static final Option<String> OUTPUT =
            Option.value(Values.oneOf("text", "json"), "text|json", "form of the result", "-o", "--output");

    /// The same as `--output json`.
    public static final Option<Boolean> JSON = Option.flag("the same as --output json", "--json");

    /// More on stderr; up to three of them count.
    public static final Option<Boolean> VERBOSE =
            Option.flag("more on stderr: -v decisions, -vv git and scheduling, -vvv every event", "-v", "--verbose");

    /// Less on stderr.
    public static final Option<Boolean> QUIET = Option.flag("only errors on stderr", "-q", "--quiet");

    /// Stack traces of failures of the program itself.
    public static final Option<Boolean> DEBUG =
            Option.flag("stack traces of failures of the program itself", "--debug");

    /// The answer to every question.
    public static final Option<Boolean> YES = Option.flag("answer yes to every question", "-y", "--yes");

    /// Lists and cleans in all repositories.
    public static final Option<Boolean> ALL_REPOS =
            Option.flag("lists and cleaning: all repositories of the home instead of the current one", "--all-repos");

    /// Colours.
    public static final Option<String> COLOR =
            Option.value(Values.oneOf("auto", "always", "never"), "WHEN", "auto, always or never", "--color");

    /// How progress is shown.
    public static final Option<String> PROGRESS =
            Option.value(Values.oneOf("auto", "plain", "none"), "HOW", "auto, plain or none", "--progress");

    /// Asks for help.
    public static final Option<Boolean> HELP = Option.flag("this help", "-h", "--help");

    /// All of them, in the order of help.
    public static final List<Option<?>> ALL =
            List.of(PATH, OUTPUT, JSON, VERBOSE, QUIET, DEBUG, YES, ALL_REPOS, COLOR, PROGRESS, HELP);

    private Globals() {}
}
