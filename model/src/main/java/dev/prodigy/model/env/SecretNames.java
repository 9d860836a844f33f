package dev.prodigy.model.env;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// Which entries of an environment are secret by their name (spec 02 §11, 05 §4).
///
/// @param globs patterns of names, with `*` and `?`, compared without regard to case
public record SecretNames(List<String> globs) {
    /// The names that are secret in any case.
    public static final SecretNames STANDARD =
            new SecretNames(List.of("*TOKEN*", "*SECRET*", "*PASSWORD*", "*API_KEY*"));

    /// What a variable with such a name may hold without being a secret.
    private static final Set<String> COMMON_WORDS = Set.of(
            "none",
            "null",
            "nil",
            "true",
            "false",
            "yes",
            "no",
            "on",
            "off",
            "auto",
            "default",
            "test",
            "enabled",
            "disabled",
            "enable",
            "disable",
            "optional",
            "required",
            "empty",
            "unset",
            "undefined",
            "unknown",
            "changeme",
            "password",
            "secret",
            "token",
            "prompt",
            "always",
            "never",
            "bearer",
            "basic");

    public SecretNames {
        globs = List.copyOf(globs);
    }

    /// @return these names and further ones
    public SecretNames and(List<String> further) {
        var all = new ArrayList<>(globs);
        all.addAll(further);
        return new SecretNames(all);
    }

    /// @return whether an entry of this name is secret
    public boolean contains(String name) {
        var upper = name.toUpperCase(Locale.ROOT);
        return globs.stream().anyMatch(glob -> matches(glob.toUpperCase(Locale.ROOT), upper));
    }

    /// @return the values to mask: those of secret entries that are no number, no boolean and no common word
    public Set<String> secretsIn(Map<String, String> environment) {
        var secrets = new LinkedHashSet<String>();
        environment.forEach((name, value) -> {
            if (contains(name) && !isCommon(value)) {
                secrets.add(value);
            }
        });
        return secrets;
    }

    private static boolean isCommon(String value) {
        var word = value.strip().toLowerCase(Locale.ROOT);
        return COMMON_WORDS.contains(word) || isNumber(word);
    }

    private static boolean isNumber(String text) {
        var digits = 0;
        for (var i = 0; i < text.length(); i++) {
            var c = text.charAt(i);
            if (c >= '0' && c <= '9') {
                digits++;
            } else if (c != '.' && c != '-' && c != '+' && c != '_' && c != ',') {
                return false;
            }
        }
        return digits > 0;
    }

    /// In quadratic time at worst, of two short names.
    private static boolean matches(String glob, String name) {
        var g = 0;
        var n = 0;
        var star = -1;
        var resumed = 0;
        while (n < name.length()) {
            if (g < glob.length() && glob.charAt(g) == '*') {
                star = g++;
                resumed = n;
            } else if (g < glob.length() && (glob.charAt(g) == '?' || glob.charAt(g) == name.charAt(n))) {
                g++;
                n++;
            } else if (star >= 0) {
                g = star + 1;
                n = ++resumed;
            } else {
                return false;
            }
        }
        while (g < glob.length() && glob.charAt(g) == '*') {
            g++;
        }
        return g == glob.length();
    }
}
