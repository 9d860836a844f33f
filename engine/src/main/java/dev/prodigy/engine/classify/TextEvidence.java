package dev.prodigy.engine.classify;

import dev.prodigy.engine.classify.TextFamily.Finding;
import dev.prodigy.model.error.ErrorCode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the output of a failed attempt says about the reason, in words (spec 02 §2.4).
public final class TextEvidence {
    /// How much of the end of each text is looked at, in characters.
    public static final int LOOKED_AT = 64 * 1024;

    private final Map<TextFamily, LinkedHashSet<Finding>> found = new EnumMap<>(TextFamily.class);

    private TextEvidence() {}

    /// Takes time in proportion to the length of the texts.
    ///
    /// @param texts in order of weight: stderr, then stdout
    public static TextEvidence in(String... texts) {
        var evidence = new TextEvidence();
        for (var text : texts) {
            Ansi.strip(end(text)).lines().forEach(evidence::scan);
        }
        return evidence;
    }

    /// A word that the cut goes through is dropped: its end could be another word.
    static String end(String text) {
        var start = text.length() - LOOKED_AT;
        if (start <= 0) {
            return text;
        }
        while (start < text.length() && Words.isWordCharacter(text.charAt(start - 1))) {
            start++;
        }
        return text.substring(start);
    }

    private void scan(String text) {
        var vocabulary = Vocabulary.standard();
        var line = Words.of(text);
        var heads = new HashSet<String>();
        for (var i = 0; i < line.size(); i++) {
            var status = StatusInText.at(line, i, vocabulary);
            if (status > 0) {
                add(new Finding(TextFamily.ofStatus(status), ErrorCode.ofStatus(status), true));
            }
            for (var each : vocabulary.phrases().getOrDefault(line.word(i), List.of())) {
                if (each.phrase().standsAt(line, i) && !isSetting(line, i)) {
                    add(each.finding());
                }
            }
            var companions = vocabulary.companions().get(line.word(i));
            if (companions != null && heads.add(line.word(i)) && line.containsAny(companions.words())) {
                add(companions.finding());
            }
        }
    }

    /// `timeout=30` and `timeout: 30` set something, they report nothing.
    private static boolean isSetting(Words line, int index) {
        if (!line.word(index).equals("timeout")) {
            return false;
        }
        var at = 0;
        while (line.behind(index, at) == ' ') {
            at++;
        }
        if (line.behind(index, at) != ':') {
            return line.behind(index, at) == '=';
        }
        at++;
        while (line.behind(index, at) == ' ') {
            at++;
        }
        return Character.isDigit(line.behind(index, at));
    }

    private void add(Finding finding) {
        found.computeIfAbsent(finding.family(), _ -> new LinkedHashSet<>()).add(finding);
    }

    /// @return the meaning of the family that comes first, a status in digits before words; null when nothing was
    ///     found
    public @Nullable ErrorCode strongest() {
        var finding = strongestFinding();
        return finding == null ? null : finding.meaning();
    }

    /// @return the strongest evidence's status, or null when it is a word
    public @Nullable Integer status() {
        var finding = strongestFinding();
        return finding != null && finding.isStatus()
                ? Integer.valueOf(finding.meaning().code())
                : null;
    }

    /// @return whether there are words of lacking memory
    boolean tellsOutOfMemory() {
        return found.containsKey(TextFamily.OUT_OF_MEMORY);
    }

    /// @return every name that a matcher may use for what was found, in order of precedence
    public List<String> names() {
        var names = new LinkedHashSet<String>();
        var strongest = strongest();
        if (strongest != null) {
            names.addAll(strongest.codes());
        }
        found.values()
                .forEach(family ->
                        family.forEach(each -> names.addAll(each.meaning().codes())));
        return new ArrayList<>(names);
    }

    private @Nullable Finding strongestFinding() {
        for (var family : found.values()) {
            for (var each : family) {
                if (each.isStatus()) {
                    return each;
                }
            }
            return family.getFirst();
        }
        return null;
    }
}
