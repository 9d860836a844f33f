package dev.prodigy.lang.yaml;

import dev.prodigy.model.source.Problem;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// The comments `# prodigy: ignore CODE` of a file, which silence warnings of their own line and the one below
/// (spec 05 §3).
///
/// Several codes are separated by commas or blanks. The comment also counts inside a shell text, where it is
/// a comment too.
///
/// @param codes line, counted from 1, to the codes that a comment in it names
public record Suppressions(Map<Integer, Set<String>> codes) {
    private static final String MARK = "prodigy:";
    private static final Pattern COMMENT =
            Pattern.compile("(?:^|\\s)#\\s*prodigy:\\s*ignore\\s+([A-Z_]+(?:[\\s,]+[A-Z_]+)*+)");
    private static final Pattern CODE = Pattern.compile("[A-Z_]+");

    /// Finds the comments of a file.
    public static Suppressions in(SourceText source) {
        var codes = new HashMap<Integer, Set<String>>();
        if (source.text().contains(MARK)) {
            for (int line = 1; line <= source.lines(); line++) {
                collect(source.line(line), line, codes);
            }
        }
        return new Suppressions(codes);
    }

    /// @return whether the problem is a warning that a comment on its line or the one above silences
    public boolean silence(Problem problem) {
        int line = problem.span().line();
        return !problem.isError() && (names(line, problem) || names(line - 1, problem));
    }

    private boolean names(int line, Problem problem) {
        return codes.getOrDefault(line, Set.of()).contains(problem.code().name());
    }

    private static void collect(String text, int line, Map<Integer, Set<String>> codes) {
        if (!text.contains(MARK)) {
            return;
        }
        var comment = COMMENT.matcher(text);
        while (comment.find()) {
            var named = codes.computeIfAbsent(line, _ -> new HashSet<>());
            CODE.matcher(comment.group(1)).results().forEach(code -> named.add(code.group()));
        }
    }
}
