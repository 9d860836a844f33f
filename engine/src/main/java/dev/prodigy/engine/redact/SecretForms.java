package dev.prodigy.engine.redact;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;

/// The ways in which programs print a secret: as it is, line by line, URL-encoded, in base64, in JSON (spec 02
/// §11), quoted for a shell, as its traces and `printf %q` do, and as the modifiers of placeholders make it.
public final class SecretForms {
    /// Shorter values cannot be masked without masking half of everything.
    static final int SHORTEST = 4;

    private static final int SHORTEST_INNER = 6;
    private static final List<Integer> LINE_WIDTHS = List.of(64, 76);
    private static final List<String> LEFT_AS_THEY_ARE = List.of("-._~", "-._*", "-_.!~*'()", "-._~/");

    /// What a shell quotes with a backslash.
    private static final Pattern SHELL_MARKS = Pattern.compile("[ \t!\"#$&'()*,;<>?\\[\\\\\\]^`{|}]");

    private final Set<String> forms = new LinkedHashSet<>();

    private SecretForms() {}

    /// @return every form of the secret, empty when it is too short
    public static Set<String> of(String secret) {
        var forms = new SecretForms();
        // a line end at its end is not part of it: masking that would join two lines
        var value = withoutOuterLineEnds(secret);
        forms.addAll(value);
        value.lines().map(String::strip).filter(SecretForms::tellsSomething).forEach(forms::addAll);
        return forms.forms;
    }

    private static String withoutOuterLineEnds(String secret) {
        var start = 0;
        var end = secret.length();
        while (start < end && isLineEnd(secret.charAt(start))) {
            start++;
        }
        while (end > start && isLineEnd(secret.charAt(end - 1))) {
            end--;
        }
        return secret.substring(start, end);
    }

    private static boolean isLineEnd(char c) {
        return c == '\n' || c == '\r';
    }

    /// A line of mere punctuation stands everywhere.
    private static boolean tellsSomething(String line) {
        return line.chars().anyMatch(Character::isLetterOrDigit);
    }

    private void addAll(String text) {
        if (text.length() < SHORTEST) {
            return;
        }
        forms.add(text);
        addUrlEncoded(text.getBytes(StandardCharsets.UTF_8));
        addBase64(text.getBytes(StandardCharsets.UTF_8));
        addEscaped(text);
        addModified(text);
        forms.add(text.replace("'", "'\\''"));
        forms.add(SHELL_MARKS.matcher(text).replaceAll("\\\\$0"));
    }

    private void addUrlEncoded(byte[] bytes) {
        for (var plain : LEFT_AS_THEY_ARE) {
            for (var hex : List.of(HexFormat.of().withUpperCase(), HexFormat.of())) {
                var encoded = urlEncoded(bytes, plain, hex);
                forms.add(encoded);
                forms.add(encoded.replace("%20", "+"));
            }
        }
    }

    private static String urlEncoded(byte[] bytes, String plain, HexFormat hex) {
        var text = new StringBuilder();
        for (var each : bytes) {
            var c = (char) (each & 0xff);
            if (c < 0x80 && (Character.isLetterOrDigit(c) || plain.indexOf(c) >= 0)) {
                text.append(c);
            } else {
                text.append('%').append(hex.toHexDigits(each));
            }
        }
        return text.toString();
    }

    private void addBase64(byte[] bytes) {
        var padded = Base64.getEncoder().encodeToString(bytes);
        addAlphabets(padded);
        addAlphabets(padded.replace("=", ""));
        for (var offset = 0; offset < 3; offset++) {
            var inner = inner(bytes, offset);
            if (inner.length() >= SHORTEST_INNER) {
                addAlphabets(inner);
            }
        }
        for (int width : LINE_WIDTHS) {
            for (var from = 0; padded.length() > width && from < padded.length(); from += width) {
                var line = padded.substring(from, Math.min(from + width, padded.length()));
                if (line.length() >= SHORTEST_INNER) {
                    addAlphabets(line);
                }
            }
        }
    }

    /// The characters that depend on nothing but the secret, when it stands inside of a longer encoded text.
    private static String inner(byte[] bytes, int offset) {
        var shifted = new byte[offset + bytes.length];
        System.arraycopy(bytes, 0, shifted, offset, bytes.length);
        var encoded = Base64.getEncoder().withoutPadding().encodeToString(shifted);
        return encoded.substring((offset * 8 + 5) / 6, shifted.length * 8 / 6);
    }

    private void addAlphabets(String encoded) {
        forms.add(encoded);
        forms.add(encoded.replace('+', '-').replace('/', '_'));
    }

    /// What the modifiers `upper`, `lower` and `csv` of a placeholder make of it (spec 01 §8.3).
    private void addModified(String text) {
        for (var other : List.of(text.toUpperCase(Locale.ROOT), text.toLowerCase(Locale.ROOT))) {
            forms.add(other);
            addEscaped(other);
        }
        forms.add(text.replace("\"", "\"\""));
    }

    /// Once, and once more for JSON inside of JSON, as agents print it.
    private void addEscaped(String text) {
        for (var style : Escaping.values()) {
            var once = style.escape(text);
            forms.add(once);
            forms.add(style.escape(once));
        }
    }

    /// What the writers of JSON escape beyond what they have to.
    private enum Escaping {
        LEAST(c -> false),
        SLASHES(c -> c == '/'),
        NOT_ASCII(c -> c > '~'),
        FOR_HTML(c -> c == '<' || c == '>' || c == '&');

        @SuppressWarnings("ImmutableEnumChecker") // none of them holds anything
        private final IntPredicate further;

        Escaping(IntPredicate further) {
            this.further = further;
        }

        String escape(String text) {
            var escaped = new StringBuilder();
            for (var i = 0; i < text.length(); i++) {
                var c = text.charAt(i);
                switch (c) {
                    case '"', '\\' -> escaped.append('\\').append(c);
                    case '\n' -> escaped.append("\\n");
                    case '\r' -> escaped.append("\\r");
                    case '\t' -> escaped.append("\\t");
                    case '\b' -> escaped.append("\\b");
                    case '\f' -> escaped.append("\\f");
                    default -> {
                        if (c == '/' && further.test(c)) {
                            escaped.append("\\/");
                        } else if (c < ' ' || further.test(c)) {
                            escaped.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
                        } else {
                            escaped.append(c);
                        }
                    }
                }
            }
            return escaped.toString();
        }
    }
}
