package dev.prodigy.lang.json;

import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// Says in plain words what is wrong with a JSON text. The library says it with its own places and switches, which help
/// nobody who wrote the text. No more of the text is quoted than can be no secret's half: a message is masked later.
final class JsonWords {
    private static final Pattern ASIDE = Pattern.compile(" ?\\([^()]*\\[Source: [^\\]]*\\][^)]*\\)|`[^`]*`");

    private static final int SHORTEST_SECRET = 4;
    private static final Pattern QUOTED = Pattern.compile("'[^']{4,}'|\"[^\"]{4,}\"");

    /// What other languages write.
    private static final Set<String> WORDS =
            Set.of("True", "TRUE", "False", "FALSE", "None", "NULL", "Null", "undefined", "Infinity", "-Infinity");

    private static final List<Saying> SAYINGS = List.of(
            new Saying("end-of-input: expected close marker for Object", _ -> "the text ends inside an object"),
            new Saying("end-of-input: expected close marker for Array", _ -> "the text ends inside a list"),
            new Saying("end-of-input.*(?:name|field)", _ -> "the text ends inside a name"),
            new Saying("end-of-input.*(?:quote|[Ss]tring|STRING|escape)", _ -> "the text ends inside a string"),
            new Saying("end-of-input", _ -> "the text ends too early"),
            new Saying(
                    "Unexpected close marker '(.)': expected '(.)'",
                    found -> "`" + found.group(1) + "` closes what `" + closedBy(found.group(2)) + "` opened"),
            new Saying("Unexpected character \\((.*?) \\(code \\d+[^)]*\\)\\)([^:]*:.*)", JsonWords::unexpected),
            new Saying(
                    "(?:Unrecognized|Non-standard) token '(.*?)'",
                    found -> word(found.group(1)) + " is no JSON value; a text stands in double quotes"),
            new Saying(
                    "Illegal unquoted character \\(.*code (\\d+)",
                    found -> "a control character (code " + found.group(1) + ") stands in a string unescaped"),
            new Saying(
                    "Illegal character \\(.*code (\\d+)",
                    found -> "a control character (code " + found.group(1) + ") stands outside of a string"),
            new Saying(
                    "Unrecognized character escape '?(.*?)'? \\(code",
                    found -> "`\\" + found.group(1) + "` is no escape"),
            new Saying("[Ll]eading zero", _ -> "a number begins with a needless zero"),
            new Saying("Decimal point not followed by a digit", _ -> "a digit is missing behind the decimal point"),
            new Saying("nesting depth \\(\\d+\\).*\\((\\d+)", found -> "it is nested deeper than " + found.group(1)),
            new Saying(
                    "Number value length \\(\\d+\\).*\\((\\d+)",
                    found -> "a number has more than " + found.group(1) + " characters"),
            new Saying("Invalid UTF-8", _ -> "the text is not valid UTF-8"));

    private static final List<Saying> EXPECTED = List.of(
            new Saying("comma", _ -> "a comma"),
            new Saying("colon", _ -> "a colon"),
            new Saying("double-quote|property name|field name", _ -> "a name in double quotes"),
            new Saying("valid value", _ -> "a value"),
            new Saying("digit|numeric|number", _ -> "a digit"),
            new Saying("root-level", _ -> "white space"),
            new Saying("hex", _ -> "a hexadecimal digit"));

    private JsonWords() {}

    /// A pattern found in what the library says, and what is said instead.
    private record Saying(Pattern pattern, Function<MatchResult, String> words) {
        Saying(String pattern, Function<MatchResult, String> words) {
            this(Pattern.compile(pattern, Pattern.DOTALL), words);
        }
    }

    /// @param message the library's
    /// @return what is wrong, without its place
    static String of(String message) {
        return said(
                message,
                SAYINGS,
                QUOTED.matcher(ASIDE.matcher(message).replaceAll("")).replaceAll("a word"));
    }

    private static String said(String message, List<Saying> sayings, String otherwise) {
        for (var saying : sayings) {
            var found = saying.pattern().matcher(message);
            if (found.find()) {
                return saying.words().apply(found);
            }
        }
        return otherwise;
    }

    private static String word(String token) {
        return token.length() < SHORTEST_SECRET || WORDS.contains(token) ? "`" + token + "`" : "a word";
    }

    private static String unexpected(MatchResult found) {
        var expected = said(found.group(2), EXPECTED, "");
        return "unexpected " + quoted(found.group(1)) + (expected.isEmpty() ? "" : ": " + expected + " was expected");
    }

    /// The library puts characters in single quotes.
    private static String quoted(String character) {
        return character.length() == 3 && character.startsWith("'")
                ? "`" + character.charAt(1) + "`"
                : "control character";
    }

    private static String closedBy(String closing) {
        return closing.equals("}") ? "{" : "[";
    }
}
