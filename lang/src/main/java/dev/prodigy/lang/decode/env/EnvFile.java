package dev.prodigy.lang.decode.env;

import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.source.Span;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// A file of `KEY=VALUE` lines (spec 01 §13, `env_files`).
public final class EnvFile {
    private static final Pattern KEY = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private final String text;
    private final String path;
    private final List<Problem> problems = new ArrayList<>();
    private final Map<String, String> variables = new LinkedHashMap<>();
    private int at;
    private int line = 1;

    private EnvFile(String text, String path) {
        this.text = (text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text).replace("\r\n", "\n");
        this.path = path;
    }

    /// Reads the text of a file.
    ///
    /// @param path of the file, for problems
    public static EnvFile read(String text, String path) {
        var file = new EnvFile(text, path);
        while (file.at < file.text.length()) {
            file.entry();
        }
        return file;
    }

    /// @return the variables in their order
    public Map<String, String> variables() {
        return variables;
    }

    /// @return what is wrong, with file and line
    public List<Problem> problems() {
        return problems;
    }

    private void entry() {
        int end = lineEnd();
        var rest = text.substring(at, end).strip();
        if (rest.isEmpty() || rest.startsWith("#")) {
            next(end);
            return;
        }
        int equals = text.indexOf('=', at);
        if (equals < 0 || equals > end) {
            wrong(line, "a line without `=`");
            next(end);
            return;
        }
        var key = text.substring(at, equals).stripLeading();
        if (key.startsWith("export ")) {
            key = key.substring("export ".length()).stripLeading();
        }
        if (!KEY.matcher(key).matches()) {
            wrong(line, "`" + key + "` is no name of a variable");
        }
        at = equals + 1;
        while (at < end && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
            at++;
        }
        variables.put(key, value(end));
    }

    private void wrong(int where, String message) {
        problems.add(Problem.error(ProblemCode.INVALID_VALUE, message, Span.at(path, where, 1), ""));
    }

    private String value(int end) {
        char first = at < end ? text.charAt(at) : '\n';
        if (first == '\'' || first == '"') {
            return quoted(first);
        }
        var plain = text.substring(at, end);
        int comment = plain.indexOf(" #");
        next(end);
        return (comment < 0 ? plain : plain.substring(0, comment)).strip();
    }

    private String quoted(char quote) {
        int begun = line;
        var value = new StringBuilder();
        for (at++; at < text.length() && text.charAt(at) != quote; at++) {
            char c = text.charAt(at);
            if (c == '\n') {
                line++;
            }
            if (quote == '"' && c == '\\' && at + 1 < text.length()) {
                at++;
                value.append(unescaped(text.charAt(at)));
            } else {
                value.append(c);
            }
        }
        if (at >= text.length()) {
            wrong(begun, "the quote is never closed");
        }
        next(lineEnd());
        return value.toString();
    }

    private static String unescaped(char c) {
        return switch (c) {
            case 'n' -> "\n";
            case 't' -> "\t";
            case '"', '\\' -> String.valueOf(c);
            default -> "\\" + c;
        };
    }

    private int lineEnd() {
        int end = text.indexOf('\n', Math.min(at, text.length()));
        return end < 0 ? text.length() : end;
    }

    private void next(int end) {
        at = end + 1;
        line++;
    }
}
