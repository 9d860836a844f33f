package dev.prodigy.cli.command;

import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A command cannot do what was asked for: exit code, a name for programs, words for people (spec 05 §1, "JSON").
public final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int exitCode;
    private final String code;
    private final @Nullable String hint;
    private final transient Value.Fields more;

    /// @param code the name in JSON, such as `run_not_found`
    /// @param message what is wrong
    /// @param hint what to do about it, or null
    /// @param more further members of the error object
    public CommandFailure(int exitCode, String code, String message, @Nullable String hint, Value.Fields more) {
        super(message);
        this.exitCode = exitCode;
        this.code = code;
        this.hint = hint;
        this.more = more;
    }

    /// @param code the name in JSON, such as `run_not_found`
    /// @param message what is wrong
    /// @param hint what to do about it, or null
    public CommandFailure(int exitCode, String code, String message, @Nullable String hint) {
        this(exitCode, code, message, hint, new Value.Fields(Map.of()));
    }

    /// @return an argument is wrong: nothing was read or written
    public static CommandFailure usage(String message, @Nullable String hint) {
        return new CommandFailure(ExitCode.USAGE, "usage", message, hint);
    }

    /// @return a signal ended the command before anybody could say whether a run had begun
    public static CommandFailure cutOff(int exitCode) {
        return new CommandFailure(
                exitCode,
                "cancelled",
                "a signal ended it before it had a result",
                "prodigy runs ls shows whether a run had begun");
    }

    /// @return the exit code
    public int exitCode() {
        return exitCode;
    }

    /// @return the name in JSON
    public String code() {
        return code;
    }

    /// @return what is wrong
    public String message() {
        return String.valueOf(getMessage());
    }

    /// @return what to do about it, or null
    public @Nullable String hint() {
        return hint;
    }

    /// @param way what to do about a wrong argument where nothing better is known
    /// @return the same; an argument that is wrong never stands without a way out
    public CommandFailure withWayOut(String way) {
        return hint == null && exitCode == ExitCode.USAGE
                ? new CommandFailure(exitCode, code, message(), way, more)
                : this;
    }

    /// @return what people read: the texts of `problems` where there are some, else the message. Problems with a path
    ///     in a document have been shown with its lines
    public List<String> lines() {
        var texts = more.members().get("problems") instanceof Value.Items(var values)
                ? values.stream().flatMap(CommandFailure::line).toList()
                : List.<String>of();
        return texts.isEmpty() ? List.of(message()) : texts;
    }

    private static Stream<String> line(Value problem) {
        return switch (problem) {
            case Value.Text(var text) -> Stream.of(text);
            case Value.Fields fields
            when fields.get("path") == null
                    && fields.get("variable") == null
                    && fields.get("code") instanceof Value.Text(var code)
                    && fields.get("message") instanceof Value.Text(var message) ->
                Stream.of(place(fields) + code + ": " + message);
            default -> Stream.empty();
        };
    }

    private static String place(Value.Fields problem) {
        return problem.get("file") instanceof Value.Text(var file)
                        && problem.get("line") instanceof Value.Num(var line)
                        && problem.get("column") instanceof Value.Num(var column)
                ? file + ":" + line + ":" + column + ": "
                : "";
    }

    /// @return the error object
    public Value.Fields toValue() {
        return new FieldsWriter()
                .put("code", code)
                .put("message", message())
                .put("hint", hint)
                .putAll(more)
                .done();
    }
}
