package dev.prodigy.lang.decode.env;

import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.env.SecretNames;
import dev.prodigy.model.value.Unstored;
import dev.prodigy.model.value.Value;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The secrets that stand in a workflow's file for everybody to read: literals under `secrets`, entries of an `env` or
/// profile that are marked or named secret, and defaults that are named so (spec 01 §13, 02 §11). Nothing that the
/// program writes may repeat them.
public final class WrittenSecrets {
    /// What names a variable that holds a secret; any other text is the secret itself.
    static final Pattern VARIABLE = Pattern.compile(
            "\\$\\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)\\}|\\$([A-Za-z_][A-Za-z0-9_]*)|([A-Za-z_][A-Za-z0-9_]*)");

    private static final Pattern REFERENCE = Pattern.compile("\\$[A-Za-z_][A-Za-z0-9_]*");

    private static final int SHORTEST = 4;
    private static final Comparator<String> LONGEST_FIRST =
            Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder());

    private final Set<String> found = new LinkedHashSet<>();

    private final Function<Node.Scalar, String> spelling;

    private final SecretNames names;

    private WrittenSecrets(Function<Node.Scalar, String> spelling, SecretNames names) {
        this.spelling = spelling;
        this.names = names;
    }

    /// @param root the composed document, whether it can be decoded or not
    /// @param spelling how a scalar is spelled in its file, quotes and escapes included
    /// @param names of entries that are secret without a mark
    public static Set<String> in(Node.Mapping root, Function<Node.Scalar, String> spelling, SecretNames names) {
        var secrets = new WrittenSecrets(spelling, names);
        if (root.get("secrets") instanceof Node.Mapping map) {
            for (var entry : map.entries()) {
                if (entry.value() instanceof Node.Scalar scalar && isLiteral(scalar.text())) {
                    secrets.add(scalar);
                }
            }
        }
        if (root.get("profiles") instanceof Node.Mapping profiles) {
            profiles.entries().forEach(profile -> secrets.addEntries(profile.value()));
        }
        secrets.addDefaults(root.get("defaults"));
        secrets.addParameters(null, root.get("parameters"));
        secrets.walk(root);
        return Set.copyOf(secrets.found);
    }

    /// The longest first: what is left of a secret when a part of it has been masked would be found by nobody.
    ///
    /// @return the text without these secrets
    public static String mask(String text, Set<String> secrets) {
        if (secrets.isEmpty()) {
            return text;
        }
        var masked = text;
        for (var secret : secrets.stream().sorted(LONGEST_FIRST).toList()) {
            masked = masked.replace(secret, Unstored.MASK);
        }
        return masked;
    }

    /// @return the secrets, and each line of those that have several: a text may have one of them alone
    public static Set<String> withLines(Set<String> secrets) {
        var all = new LinkedHashSet<>(secrets);
        secrets.forEach(secret -> all.addAll(lines(secret)));
        return all;
    }

    private static List<String> lines(String text) {
        return text.lines()
                .map(String::strip)
                .filter(line -> line.length() >= SHORTEST && line.chars().anyMatch(Character::isLetterOrDigit))
                .toList();
    }

    /// @param masked a text in which secrets were masked
    /// @return whether the text may be what it was before
    public static boolean isMaskOf(String masked, String text) {
        var pieces = masked.split(Pattern.quote(Unstored.MASK), -1);
        var last = pieces[pieces.length - 1];
        int at = pieces[0].length();
        if (pieces.length == 1 || !text.startsWith(pieces[0])) {
            return masked.equals(text);
        }
        for (int i = 1; i < pieces.length - 1; i++) {
            int found = text.indexOf(pieces[i], at);
            if (found < 0) {
                return false;
            }
            at = found + pieces[i].length();
        }
        return text.length() - last.length() >= at && text.endsWith(last);
    }

    /// @return the object with all its texts, but not the names of its members, without these secrets
    public static Value.Fields maskTexts(Value.Fields fields, Set<String> secrets) {
        var masked = new LinkedHashMap<String, Value>();
        fields.members().forEach((key, each) -> masked.put(key, maskTexts(each, secrets)));
        return new Value.Fields(masked);
    }

    private static Value maskTexts(Value value, Set<String> secrets) {
        return switch (value) {
            case Value.Text(var text) -> Value.of(mask(text, secrets));
            case Value.Items(var values) ->
                new Value.Items(
                        values.stream().map(each -> maskTexts(each, secrets)).toList());
            case Value.Fields fields -> maskTexts(fields, secrets);
            case Value.Num _, Value.Bool _, Value.Null _ -> value;
        };
    }

    /// @return the object with all its texts without these secrets
    public static Value.Fields mask(Value.Fields fields, Set<String> secrets) {
        if (secrets.isEmpty()) {
            return fields;
        }
        var members = new LinkedHashMap<String, Value>();
        fields.members().forEach((key, value) -> members.put(mask(key, secrets), mask(value, secrets)));
        return new Value.Fields(members);
    }

    private static Value mask(Value value, Set<String> secrets) {
        return switch (value) {
            case Value.Text(var text) -> Value.of(mask(text, secrets));
            case Value.Items(var values) ->
                new Value.Items(values.stream().map(each -> mask(each, secrets)).toList());
            case Value.Fields fields -> mask(fields, secrets);
            case Value.Num _, Value.Bool _, Value.Null _ -> value;
        };
    }

    /// @return whether an entry of `secrets` is the secret itself
    static boolean isLiteral(String text) {
        return !VARIABLE.matcher(text).matches();
    }

    private void walk(Node node) {
        switch (node) {
            case Node.Scalar _ -> {}
            case Node.Sequence list -> list.items().forEach(this::walk);
            case Node.Mapping map -> {
                for (var entry : map.entries()) {
                    if (entry.key().equals("env")) {
                        addEntries(entry.value());
                    }
                    walk(entry.value());
                }
            }
        }
    }

    private void addEntries(@Nullable Node entries) {
        if (!(entries instanceof Node.Mapping map)) {
            return;
        }
        for (var entry : map.entries()) {
            var marked = entry.value() instanceof Node.Mapping written
                    && written.get("secret") instanceof Node.Scalar flag
                    && flag.text().equals("true");
            var value = entry.value() instanceof Node.Mapping written ? written.get("value") : entry.value();
            if (value instanceof Node.Scalar scalar
                    && !isReference(scalar.text())
                    && (marked || isNamed(entry.key(), scalar))) {
                add(scalar);
            }
        }
    }

    private void addDefaults(@Nullable Node defaults) {
        if (defaults instanceof Node.Mapping map) {
            map.entries().forEach(entry -> addDefault(entry.key(), entry.value()));
        }
    }

    /// Parameters come in lists and maps of several shapes; those with a default have it beside their name, or below
    /// it.
    private void addParameters(@Nullable String name, @Nullable Node node) {
        if (node instanceof Node.Sequence list) {
            list.items().forEach(each -> addParameters(null, each));
        } else if (node instanceof Node.Mapping map) {
            var own = map.get("name") instanceof Node.Scalar scalar ? scalar.text() : name;
            if (own != null && map.get("default") instanceof Node.Scalar value) {
                addDefault(own, value);
            } else {
                map.entries().forEach(entry -> addParameters(entry.key(), entry.value()));
            }
        }
    }

    private void addDefault(String name, Node value) {
        if (value instanceof Node.Scalar scalar && !isReference(scalar.text()) && isNamed(name, scalar)) {
            add(scalar);
        }
    }

    private boolean isNamed(String name, Node.Scalar value) {
        return !names.secretsIn(Map.of(name, value.text())).isEmpty();
    }

    /// What a text takes from elsewhere does not stand in the file.
    private static boolean isReference(String text) {
        return text.contains("${") || REFERENCE.matcher(text).matches();
    }

    /// The file has a text in its quotes, with the escapes that belong there, and may have it in lines of its own,
    /// which are one line of the text.
    private void add(Node.Scalar scalar) {
        add(scalar.text());
        var written = spelling.apply(scalar);
        switch (scalar.style()) {
            case SINGLE_QUOTED, DOUBLE_QUOTED -> {
                if (written.length() > 2) {
                    add(written.substring(1, written.length() - 1));
                }
            }
            case PLAIN -> add(written);
            case LITERAL, FOLDED ->
                // what stands behind the mark in its line is none of the text
                found.addAll(lines(written.substring(written.indexOf('\n') + 1)));
        }
    }

    private void add(String secret) {
        found.addAll(lines(secret));
        if (secret.length() >= SHORTEST) {
            found.add(secret);
        }
    }
}
