package dev.prodigy.engine.redact;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds what looks like a secret although nobody declared it: credentials in headers and URLs, keys of known
/// vendors, JWTs, PEM blocks, `password=…` (spec 02 §11). Looks at every byte a bounded number of times.
final class TokenScanner {
    /// How far back the words before a secret reach.
    static final int LOOKS_BACK = 32;

    /// How much of a secret has to be seen to know that it is one.
    static final int LOOKS_AHEAD = 8 * 1024;

    private static final int LONGEST_LOGIN = 1024;
    private static final List<String> KEYS = List.of("password", "passwd", "token", "secret", "api_key", "apikey");
    private static final List<String> NO_CREDENTIALS =
            List.of("token", "tokens", "auth", "authentication", "authorization");
    private static final List<String> GITHUB = List.of("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_");
    private static final int SHORTEST_GITHUB = 10;
    private static final int SHORTEST_KEY = 16;
    private static final int SHORTEST_KEY_WITH_DIGIT = 8;
    private static final int SHORTEST_AWS = 12;
    private static final int SHORTEST_JWT_PART = 4;
    private static final int SHORTEST_CREDENTIAL = 4;
    private static final int MOST_BLANKS = 8;

    private final PemScanner pem = new PemScanner();
    private @Nullable SecretAlphabet open;

    /// Looks at the bytes from `from` to `limit`; a secret that begins there may reach up to `to`.
    ///
    /// @return how far everything is known: the next scan goes on from there
    int scan(byte[] bytes, int from, int limit, int to, Spans spans) {
        var at = from;
        if (open != null) {
            at = open.end(bytes, from, to);
            mask(from, at, to, open, spans);
        }
        while (at < limit) {
            if (pem.isInside()) {
                at = pem.scan(bytes, at, to, spans);
                continue;
            }
            at = Math.max(at + 1, secretAt(bytes, at, to, spans));
        }
        return at;
    }

    /// @return the end of the secret that this byte is the sign of, or 0 for none
    private int secretAt(byte[] bytes, int at, int to, Spans spans) {
        return switch (bytes[at]) {
            case ' ', '\t' -> credentials(bytes, at, to, spans);
            case '=' -> setting(bytes, at, to, spans);
            case ':' -> login(bytes, at, to, spans);
            case 's' -> vendorKey(bytes, at, to, spans);
            case 'g' -> github(bytes, at, to, spans);
            case 'A' -> aws(bytes, at, to, spans);
            case 'e' -> jwt(bytes, at, to, spans);
            case '-' -> pemBlock(bytes, at, to, spans);
            default -> 0;
        };
    }

    /// One that reaches the end of what is there may go on.
    private int mask(int start, int end, int to, SecretAlphabet token, Spans spans) {
        if (end > start) {
            spans.add(start, end);
        }
        open = end == to ? token : null;
        return end;
    }

    private static boolean isInsideWord(byte[] bytes, int at) {
        return at > 0 && (SecretAlphabet.KEY.has(bytes[at - 1]) || bytes[at - 1] < 0);
    }

    /// `Bearer …` and `Basic …`.
    private int credentials(byte[] bytes, int blank, int to, Spans spans) {
        var bearer = isWord(bytes, blank, "bearer");
        if (!bearer && !isWord(bytes, blank, "basic")) {
            return 0;
        }
        var start = blank;
        while (start < to && start - blank < MOST_BLANKS && Ascii.isBlank(bytes[start])) {
            start++;
        }
        var token = bearer ? SecretAlphabet.BEARER : SecretAlphabet.BASE64;
        var end = token.end(bytes, start, to);
        var is = bearer ? isBearer(bytes, start, end) : isBasic(bytes, blank, start, end);
        return is ? mask(start, end, to, token, spans) : 0;
    }

    private static boolean isWord(byte[] bytes, int end, String lower) {
        return Ascii.endsWith(bytes, end, lower) && !isInsideWord(bytes, end - lower.length());
    }

    private static boolean isBearer(byte[] bytes, int start, int end) {
        if (end - start < SHORTEST_CREDENTIAL) {
            return false;
        }
        var text = Arrays.copyOfRange(bytes, start, Math.min(end, start + LOOKS_BACK));
        return NO_CREDENTIALS.stream()
                .noneMatch(each -> each.length() == text.length && Ascii.endsWith(text, text.length, each));
    }

    /// "Basic" is also a word: what follows has to be a name and a password in base64, or the word that of a header.
    private static boolean isBasic(byte[] bytes, int blank, int start, int end) {
        if (end - start < SHORTEST_CREDENTIAL) {
            return false;
        }
        var before = blank - "basic".length() - 1;
        while (before > 0 && Ascii.isBlank(bytes[before])) {
            before--;
        }
        if (before > 0 && bytes[before] == ':' && Ascii.endsWith(bytes, before, "authorization")) {
            return true;
        }
        try {
            // whole groups of four only: a cut token decodes as far as it goes
            var length = Math.min(end - start, LOOKS_AHEAD) / 4 * 4;
            var decoded = Base64.getDecoder().decode(Arrays.copyOfRange(bytes, start, start + length));
            return new String(decoded, StandardCharsets.ISO_8859_1).indexOf(':') >= 0;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /// `password=…`, `DB_TOKEN="…"`.
    private int setting(byte[] bytes, int equals, int to, Spans spans) {
        if (KEYS.stream().noneMatch(each -> Ascii.endsWith(bytes, equals, each))) {
            return 0;
        }
        var start = equals + 1;
        if (start < to && bytes[start] == '\\') {
            start++;
        }
        if (start < to && (bytes[start] == '"' || bytes[start] == '\'')) {
            var token = bytes[start] == '"' ? SecretAlphabet.QUOTED : SecretAlphabet.SINGLE_QUOTED;
            return mask(start + 1, token.end(bytes, start + 1, to), to, token, spans);
        }
        return mask(start, SecretAlphabet.VALUE.end(bytes, start, to), to, SecretAlphabet.VALUE, spans);
    }

    /// `user:password@` behind `://`.
    private static int login(byte[] bytes, int colon, int to, Spans spans) {
        if (!Ascii.startsWith(bytes, colon, to, "://")) {
            return 0;
        }
        var start = colon + "://".length();
        var password = false;
        var end = 0;
        for (var i = start; i < Math.min(to, start + LONGEST_LOGIN) && isLogin(bytes[i]); i++) {
            password |= bytes[i] == ':';
            end = bytes[i] == '@' && password ? i : end;
        }
        if (end > 0) {
            spans.add(start, end);
        }
        return end;
    }

    private static boolean isLogin(byte b) {
        return b != '/' && b != '?' && b != '#' && SecretAlphabet.VALUE.has(b);
    }

    private int vendorKey(byte[] bytes, int at, int to, Spans spans) {
        if (!Ascii.startsWith(bytes, at, to, "sk-") || isInsideWord(bytes, at)) {
            return 0;
        }
        var start = at + "sk-".length();
        var end = SecretAlphabet.KEY.end(bytes, start, to);
        var digit = false;
        for (var i = start; i < Math.min(end, start + SHORTEST_KEY); i++) {
            digit |= Ascii.isDigit(bytes[i]);
        }
        var shortest = digit ? SHORTEST_KEY_WITH_DIGIT : SHORTEST_KEY;
        return end - start >= shortest ? mask(at, end, to, SecretAlphabet.KEY, spans) : 0;
    }

    private int github(byte[] bytes, int at, int to, Spans spans) {
        if (isInsideWord(bytes, at)) {
            return 0;
        }
        for (var each : GITHUB) {
            if (Ascii.startsWith(bytes, at, to, each)) {
                var end = SecretAlphabet.KEY.end(bytes, at, to);
                return end - at >= each.length() + SHORTEST_GITHUB ? mask(at, end, to, SecretAlphabet.KEY, spans) : 0;
            }
        }
        return 0;
    }

    private int aws(byte[] bytes, int at, int to, Spans spans) {
        if (isInsideWord(bytes, at)
                || !(Ascii.startsWith(bytes, at, to, "AKIA") || Ascii.startsWith(bytes, at, to, "ASIA"))) {
            return 0;
        }
        var end = SecretAlphabet.KEY.end(bytes, at, to);
        for (var i = at; i < Math.min(end, at + SHORTEST_AWS + 4); i++) {
            if (!Ascii.isDigit(bytes[i]) && !(bytes[i] >= 'A' && bytes[i] <= 'Z')) {
                return 0;
            }
        }
        return end - at >= SHORTEST_AWS + 4 ? mask(at, end, to, SecretAlphabet.KEY, spans) : 0;
    }

    private int jwt(byte[] bytes, int at, int to, Spans spans) {
        if (!Ascii.startsWith(bytes, at, to, "eyJ") || isInsideWord(bytes, at)) {
            return 0;
        }
        var header = SecretAlphabet.KEY.end(bytes, at, Math.min(to, at + LOOKS_AHEAD));
        if (header - at < SHORTEST_JWT_PART || header >= to || bytes[header] != '.') {
            return 0;
        }
        var payload = SecretAlphabet.KEY.end(bytes, header + 1, Math.min(to, at + LOOKS_AHEAD));
        if (payload - header <= SHORTEST_JWT_PART || payload >= to || bytes[payload] != '.') {
            return 0;
        }
        return mask(at, SecretAlphabet.JWT.end(bytes, payload, to), to, SecretAlphabet.JWT, spans);
    }

    private int pemBlock(byte[] bytes, int at, int to, Spans spans) {
        var end = pem.begin(bytes, at, to);
        if (end > at) {
            spans.add(at, end);
        }
        return end;
    }
}
