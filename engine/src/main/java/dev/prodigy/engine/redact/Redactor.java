package dev.prodigy.engine.redact;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.value.Unstored;
import dev.prodigy.model.value.Value;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Replaces secrets by `***` in everything that is stored or shown (spec 02 §11): declared values in all the forms in
/// which programs print them, and what looks like a secret. Takes time in proportion to the text. Immutable.
public final class Redactor {
    /// Knows no declared secret, only what secrets look like.
    public static final Redactor PLAIN = of(List.of(), List.of());

    private final SecretAutomaton secrets;
    private final List<Pattern> patterns;
    private final boolean hasNumber;

    private Redactor(SecretAutomaton secrets, List<Pattern> patterns, boolean hasNumber) {
        this.secrets = secrets;
        this.patterns = patterns;
        this.hasNumber = hasNumber;
    }

    /// @param values of secrets; those shorter than 4 characters are ignored
    /// @param patterns further regular expressions, in RE2 syntax, each meant for one line
    /// @throws IllegalArgumentException when a pattern is invalid
    public static Redactor of(Collection<String> values, List<String> patterns) {
        var forms = new ArrayList<String>();
        values.forEach(value -> forms.addAll(SecretForms.of(value)));
        var compiled = new ArrayList<Pattern>();
        for (var each : patterns) {
            try {
                compiled.add(Pattern.compile(each));
            } catch (PatternSyntaxException e) {
                throw new IllegalArgumentException("invalid pattern to redact: " + e.getMessage(), e);
            }
        }
        var hasNumber = forms.stream().anyMatch(form -> form.chars().allMatch(c -> "0123456789.+-eE".indexOf(c) >= 0));
        return new Redactor(new SecretAutomaton(forms), List.copyOf(compiled), hasNumber);
    }

    /// @return a filter for bytes that come in pieces
    public RedactingStream stream() {
        return new RedactingStream(secrets, patterns);
    }

    /// @return the UTF-8 text without secrets
    public byte[] redact(byte[] text) {
        var stream = stream();
        var most = stream.push(text, 0, text.length);
        var rest = stream.finish();
        var all = Arrays.copyOf(most, most.length + rest.length);
        System.arraycopy(rest, 0, all, most.length, rest.length);
        return all;
    }

    /// @return the text without secrets; the same object when there is none in it
    public String redact(String given) {
        var text = Unstored.plain(given);
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        return isClean(bytes) ? text : new String(redact(bytes), StandardCharsets.UTF_8);
    }

    /// @param text not masked
    /// @return the end of the text, at most so many characters, as it is; it does not begin inside a secret, whose
    ///     rest
    ///     nobody would know
    public String endOf(String text, int longest) {
        var from = text.length() - longest;
        if (from <= 0) {
            return text;
        }
        var stream = stream();
        var before =
                text.substring(Math.max(0, from - stream.looksBack()), from).getBytes(StandardCharsets.UTF_8);
        var after = text.substring(from).getBytes(StandardCharsets.UTF_8);
        var all = Arrays.copyOf(before, before.length + after.length);
        System.arraycopy(after, 0, all, before.length, after.length);
        var cut = stream.cut(all, before.length);
        return new String(all, cut, all.length - cut, StandardCharsets.UTF_8);
    }

    /// Most texts are short and hold no secret: they are not worth a stream.
    private boolean isClean(byte[] bytes) {
        if (mentionsSecret(bytes)) {
            return false;
        }
        var likely = new Spans();
        new TokenScanner().scan(bytes, 0, bytes.length, bytes.length, likely);
        return likely.size() == 0 && patterns.isEmpty();
    }

    /// @return the value with all its texts and keys redacted; a number that is a secret becomes a text
    public Value redact(Value value) {
        return switch (value) {
            case Value.Text(var text) -> new Value.Text(redact(text));
            case Value.Num number ->
                hasNumber && mentionsSecret(number.number().toString()) ? Value.of(Unstored.MASK) : number;
            case Value.Items(var values) ->
                new Value.Items(values.stream().map(this::redact).toList());
            case Value.Fields fields -> redact(fields);
            case Value.Bool _, Value.Null _ -> value;
        };
    }

    /// @return the object with all its texts and keys redacted
    public Value.Fields redact(Value.Fields fields) {
        var members = new LinkedHashMap<String, Value>();
        fields.members().forEach((key, value) -> members.put(redact(key), redact(value)));
        return new Value.Fields(members);
    }

    /// Masks a document of the program's own make, such as an event's members: names, states, ids, places, moments
    /// and numbers of the program stay, whatever a secret's value is.
    ///
    /// @param name an event's type; empty for documents that have none
    /// @return the document with what came from the world redacted
    public Value.Fields redactDocument(String name, Value.Fields document) {
        return new DocumentMask(this).mask(name, document);
    }

    /// @return the record with the texts redacted that steps and agents wrote
    public ErrorRecord redact(ErrorRecord error) {
        var evidence = error.evidence();
        return new ErrorRecord(
                error.code(),
                error.codes(),
                error.category(),
                redact(error.message()),
                error.retryable(),
                error.retries(),
                error.origin(),
                evidence.withOutput(evidence.output().map(this::redact)),
                error.signature(),
                error.cause() == null ? null : redact(error.cause()),
                redactOrNull(error.stackTrace()),
                redact(error.further()));
    }

    private @Nullable String redactOrNull(@Nullable String text) {
        return text == null ? null : redact(text);
    }

    /// @return whether a declared secret stands in the text, in any form
    public boolean mentionsSecret(String text) {
        return mentionsSecret(text.getBytes(StandardCharsets.UTF_8));
    }

    /// @return whether there are declared secrets at all
    public boolean knowsSecrets() {
        return !secrets.isEmpty();
    }

    /// @return whether a declared secret stands in what is read, in any form; nothing is read behind it
    public boolean mentionsSecret(InputStream content) throws IOException {
        var bytes = new byte[1 << 16];
        var state = SecretAutomaton.START;
        for (int count = content.read(bytes); count >= 0; count = content.read(bytes)) {
            for (var i = 0; i < count; i++) {
                state = secrets.step(state, bytes[i]);
                if (secrets.found(state) > 0) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean mentionsSecret(byte[] text) {
        var state = SecretAutomaton.START;
        for (var each : text) {
            state = secrets.step(state, each);
            if (secrets.found(state) > 0) {
                return true;
            }
        }
        return false;
    }
}
