package dev.prodigy.lang.lint;

import dev.prodigy.lang.expr.ExpressionSyntax;
import dev.prodigy.lang.expr.Placeholder;
import dev.prodigy.lang.expr.TextPlace;
import dev.prodigy.lang.expr.scope.Nature;
import dev.prodigy.lang.expr.scope.Path;
import dev.prodigy.lang.shell.Finding;
import dev.prodigy.lang.shell.Natures;
import dev.prodigy.lang.shell.PlaceholderNature;
import dev.prodigy.lang.shell.ShellLint;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.workflow.Workflow;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What is doubtful in shell texts: data in code, a list as one word, an owned name assigned, a secret
/// among arguments, a path outside of the worktree (spec 01 §14, 05 §3).
record ShellChecks(Workflow workflow, Report report) {

    private static final int LONGEST = 60;

    /// What a text has shown.
    ///
    /// @param filled the bodies of the placeholders that are filled: not those in comments or behind a
    ///     backslash
    /// @param assigned the variables that the text itself assigns
    record Seen(Set<String> filled, Set<String> assigned) {
        static final Seen EVERYTHING = new Seen(Set.of(), Set.of());
    }

    Seen check(Text text, Visible names, @Nullable Step step) {
        var natures = new NaturesThere(names);
        var inspection = ShellLint.study(text.source(), natures);
        for (var finding : inspection.findings()) {
            if (matters(finding, text.source(), step)) {
                var at = report.inside(text.span(), finding.start());
                report.add(Problem.warning(finding.code(), message(finding, text), at.span(), at.path())
                        .hinting(finding.hint()));
            }
        }
        return new Seen(natures.asked.keySet(), inspection.assigned());
    }

    /// What names and placeholders are at one place, each looked up once.
    private static final class NaturesThere implements Natures {
        private final Visible names;
        private final Map<String, PlaceholderNature> asked = new HashMap<>();

        NaturesThere(Visible names) {
            this.names = names;
        }

        @Override
        public PlaceholderNature of(String body) {
            return asked.computeIfAbsent(body, each -> nature(each, names));
        }

        @Override
        public boolean isNoVariable(String name) {
            var known = names.find(name);
            return known != null && known.form() == Known.Form.PLACEHOLDER;
        }
    }

    /// @return the finding's message, which says what part of the text is meant
    private static String message(Finding finding, Text text) {
        var part = text.source().substring(finding.start(), finding.end()).strip();
        boolean said =
                part.isEmpty() || part.length() > LONGEST || finding.message().contains(part);
        return said ? finding.message() : finding.message() + " (`" + part + "`)";
    }

    private boolean matters(Finding finding, String text, @Nullable Step step) {
        return switch (finding.code()) {
            case ESCAPES_WORKTREE -> step != null && WorktreeEscapes.isIsolated(workflow, step);
            case SHADOWED_NAME -> text.contains("${" + text.substring(finding.start(), finding.end()));
            default -> true;
        };
    }

    private static PlaceholderNature nature(String body, Visible names) {
        Placeholder placeholder;
        try {
            placeholder = Placeholder.parse(body, TextPlace.SHELL);
        } catch (ExpressionSyntax tooDeep) {
            return PlaceholderNature.FOREIGN;
        }
        var nature = placeholder == null ? null : placeholder.nature(path -> nature(path, names));
        if (placeholder == null || nature == null) {
            return PlaceholderNature.FOREIGN;
        }
        return switch (placeholder.shape()) {
            case RAW -> PlaceholderNature.RAW;
            case QUOTED -> PlaceholderNature.QUOTED;
            case WORDS -> PlaceholderNature.WORDS;
            case PLAIN ->
                switch (nature) {
                    case TEXT -> PlaceholderNature.TEXT;
                    case DATA ->
                        isSecret(placeholder, names)
                                ? PlaceholderNature.SECRET
                                : isNumber(placeholder, names) ? PlaceholderNature.NUMBER : PlaceholderNature.DATA;
                };
        };
    }

    private static @Nullable Nature nature(Path path, Visible names) {
        var known = NameCheck.isOwned(path, names) ? names.find(path.first()) : null;
        return known == null ? null : isText(path) ? Nature.TEXT : known.nature();
    }

    /// The few members of namespaces that are the author's own words (spec 01 §9.1).
    private static boolean isText(Path path) {
        return path.isAtOrBelow("workflow", "name")
                || path.isAtOrBelow("workflow", "id")
                || path.isAtOrBelow("run", "id")
                || path.isAtOrBelow("step", "name")
                || path.isAtOrBelow("step", "index");
    }

    private static boolean isNumber(Placeholder placeholder, Visible names) {
        var paths = placeholder.variables();
        return !paths.isEmpty()
                && paths.stream().allMatch(path -> {
                    var known = names.find(path.first());
                    return known != null && known.number() && path.toString().equals(path.first());
                });
    }

    private static boolean isSecret(Placeholder placeholder, Visible names) {
        return placeholder.variables().stream().anyMatch(path -> {
            var known = names.find(path.first());
            return known != null && known.secret();
        });
    }
}
