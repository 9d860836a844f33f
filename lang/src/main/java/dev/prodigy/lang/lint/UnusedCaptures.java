package dev.prodigy.lang.lint;

import dev.prodigy.lang.expr.BareNames;
import dev.prodigy.lang.expr.TextPlace;
import dev.prodigy.lang.expr.scope.PathReader;
import dev.prodigy.lang.expr.scope.Segment;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.text.Expression;
import dev.prodigy.model.text.Text;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// UNUSED_CAPTURE: a captured value that no text reads, as `${NAME}`, `$NAME`, or by its name in an
/// expression.
final class UnusedCaptures implements TextUse {
    /// Members of `map` that hold what the items captured (spec 03 §7).
    private static final Set<String> RESULTS = Set.of("results", "results_json", "results_array", "results_file");

    private static final String OF_ITEMS = "map.agent_template";

    private final Set<String> used = new HashSet<>();
    private boolean readsAllOfItems;

    @Override
    public void text(Text text, TextPlace place, Visible visible, @Nullable Step step) {
        var source = text.source();
        int read = 0;
        for (int at = source.indexOf('$'); at >= 0; at = source.indexOf('$', at + 1)) {
            if (source.startsWith("{", at + 1)) {
                // What one brace encloses is read once, however many others stand in it.
                if (at >= read) {
                    int end = source.indexOf('}', at);
                    read = end < 0 ? source.length() : end;
                    words(source, at + 2, read);
                }
            } else {
                int end = wordEnd(source, at + 1, source.length());
                plain(source.substring(at + 1, end));
            }
        }
    }

    @Override
    public void expression(Expression expression, BareNames kind, Visible visible) {
        words(expression.source(), 0, expression.source().length());
    }

    /// Reports the captures that none of the texts seen has read.
    void report(Report report) {
        for (var step : report.steps()) {
            var name = step.options().captures().name();
            if (name != null && !isUsed(name, step) && !report.isReserved(name)) {
                report.warn(
                        ProblemCode.UNUSED_CAPTURE,
                        report.value(step.span(), "capture", "capture_output", "output"),
                        "nothing uses the captured `" + name + "`",
                        "Use it as ${" + name + "}, give it out with outputs, or leave the capture out.");
            }
        }
    }

    private boolean isUsed(String name, Step step) {
        return used.contains(name) || (readsAllOfItems && step.path().startsWith(OF_ITEMS));
    }

    /// `$NAME` ends at a dash, which is no part of a name in the shell.
    private void plain(String word) {
        int dash = word.indexOf('-');
        used.add(dash < 0 ? word : word.substring(0, dash));
    }

    private void words(String source, int from, int to) {
        int at = from;
        while (at < to) {
            int end = wordEnd(source, at, to);
            if (end > at) {
                var word = source.substring(at, end);
                used.add(word);
                readsAllOfItems = readsAllOfItems || (word.equals("map") && isOfAllCaptures(source, at, to));
            }
            at = end + 1;
        }
    }

    /// The results, one of them or its captures: whoever reads these whole may read any capture in them.
    private static boolean isOfAllCaptures(String source, int from, int to) {
        var path = new PathReader(source, from, to).path();
        var way = path == null ? List.<Segment>of() : path.segments();
        if (way.size() < 2 || !(way.get(1) instanceof Segment.Name(var member)) || !RESULTS.contains(member)) {
            return false;
        }
        int at = way.size() > 2 && isElement(way.get(2)) ? 3 : 2;
        return way.size() == at
                || (way.size() == at + 1 && way.get(at) instanceof Segment.Name(var last) && last.equals("captures"));
    }

    private static boolean isElement(Segment segment) {
        return switch (segment) {
            case Segment.Index _, Segment.Each _ -> true;
            case Segment.Name(var name) -> name.chars().allMatch(Character::isDigit);
            case Segment.Key _ -> false;
        };
    }

    private static int wordEnd(String source, int from, int to) {
        int at = from;
        while (at < to && isWord(source.charAt(at))) {
            at++;
        }
        return at;
    }

    private static boolean isWord(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    }
}
