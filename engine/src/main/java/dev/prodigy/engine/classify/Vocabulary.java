package dev.prodigy.engine.classify;

import dev.prodigy.engine.classify.TextFamily.Finding;
import dev.prodigy.model.error.ErrorCode;
import dev.prodigy.model.error.KnownCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// The phrases of `text-families.txt`, found by their first word.
///
/// @param phrases by first word
/// @param companions by word: it counts when one of these stands on the same line
/// @param reasons by status: its reason phrases
record Vocabulary(
        Map<String, List<Meaning>> phrases, Map<String, Companions> companions, Map<String, List<Phrase>> reasons) {
    private static final int COLUMNS = 3;

    /// A phrase and what it says.
    record Meaning(Phrase phrase, Finding finding) {}

    /// Words of which one has to stand on the same line, and what that says.
    record Companions(Set<String> words, Finding finding) {}

    /// @return the vocabulary of the program, read when the first attempt fails
    static Vocabulary standard() {
        return Standard.VOCABULARY;
    }

    static Vocabulary read(List<String> lines) {
        var vocabulary = new Vocabulary(new HashMap<>(), new HashMap<>(), new HashMap<>());
        for (var line : lines) {
            var columns = line.split("\\|", COLUMNS);
            var entries = List.of(columns[2].strip().split(",\\s*", -1));
            vocabulary.add(columns[0].strip(), columns[1].strip(), entries);
        }
        return vocabulary;
    }

    private void add(String kind, String code, List<String> entries) {
        if (kind.equals("reason")) {
            var known = reasons.computeIfAbsent(code, _ -> new ArrayList<>());
            entries.forEach(each -> known.add(Phrase.of(each)));
            return;
        }
        var family = kind.split(" ", 2)[0];
        var finding = new Finding(TextFamily.valueOf(family.toUpperCase(Locale.ROOT)), meaning(code), false);
        if (kind.endsWith(" near")) {
            companions.put(entries.getFirst(), new Companions(Set.copyOf(entries.subList(1, entries.size())), finding));
            return;
        }
        for (var each : entries) {
            var phrase = Phrase.of(each);
            phrases.computeIfAbsent(phrase.words().getFirst(), _ -> new ArrayList<>())
                    .add(new Meaning(phrase, finding));
        }
    }

    private static ErrorCode meaning(String code) {
        return Character.isDigit(code.charAt(0))
                ? ErrorCode.ofStatus(Integer.parseInt(code))
                : KnownCode.valueOf(code).row();
    }

    private static final class Standard {
        private static final Vocabulary VOCABULARY = read(DataFile.lines("text-families.txt"));
    }
}
