package dev.prodigy.lang.lint;

import dev.prodigy.lang.expr.ExpressionSyntax;
import dev.prodigy.lang.expr.Names;
import dev.prodigy.lang.expr.Place;
import dev.prodigy.lang.expr.Placeholder;
import dev.prodigy.lang.expr.ReadNames;
import dev.prodigy.lang.expr.Template;
import dev.prodigy.lang.expr.scope.Path;
import dev.prodigy.lang.shell.ShellReads;
import dev.prodigy.model.env.EnvEntry;
import dev.prodigy.model.step.Captures;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.text.Expression;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.workflow.Workflow;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The names that texts read, as the readers of placeholders, expressions and shell texts find them (spec 01 §8–§10).
public final class TextReads implements TextUse {
    private static final Visible ANYWHERE = Visible.outermost();

    private final Set<Path> paths = new LinkedHashSet<>();
    private final List<ShellReads> shells = new ArrayList<>();
    /// What cannot be read: any word in it may be a name.
    private final List<String> unreadable = new ArrayList<>();
    private boolean asksAgents;

    private TextReads() {}

    /// @return what is read by whether, where and how a step is executed, and by what it gives; no step inside it, and
    /// not
    ///     its environment
    public static TextReads around(Step step) {
        var reads = new TextReads();
        var texts = new StepTexts(reads);
        texts.around(step, ANYWHERE);
        for (var output : step.options().captures().outputs().values()) {
            switch (output) {
                case Captures.Output.Phrase(var text) -> reads.text(text, Place.TEXT, ANYWHERE, step);
                case Captures.Output.FilePattern(var glob) -> reads.text(glob, Place.TEXT, ANYWHERE, step);
            }
        }
        var validation = step.validation();
        if (validation != null) {
            texts.text(validation.resultFile(), Place.PATH, ANYWHERE, step);
            if (validation.expectedSchema() != null) {
                texts.data(validation.expectedSchema(), ANYWHERE, step);
            }
        }
        if (step.kind() instanceof StepKind.Inline inline) {
            inline.with().values().forEach(value -> texts.data(value, ANYWHERE, step));
            inline.defaults().values().forEach(value -> texts.data(value, ANYWHERE, step));
        }
        return reads;
    }

    /// @return what the kind of a step reads; no step inside it
    public static TextReads kind(Step step) {
        var reads = new TextReads();
        new StepTexts(reads).kind(step, ANYWHERE);
        reads.asksAgents = switch (step.kind()) {
            case StepKind.Agent _, StepKind.SubWorkflow _ -> true;
            case StepKind.Shell _,
                    StepKind.Foreach _,
                    StepKind.WriteFile _,
                    StepKind.Validate _,
                    StepKind.Inline _,
                    StepKind.Removed _ -> false;
        };
        return reads;
    }

    /// @return what a shell text reads
    public static TextReads ofShell(String source) {
        var reads = new TextReads();
        reads.text(source, Place.SHELL);
        return reads;
    }

    /// @return what entries of an environment read
    public static TextReads entries(Map<String, EnvEntry> entries) {
        var reads = new TextReads();
        new StepTexts(reads).entries(entries, ANYWHERE, null);
        return reads;
    }

    /// @return what the texts of a workflow read that no step owns: `outputs` when it ends, those of its agents
    public static TextReads ofRun(Workflow workflow) {
        var reads = new TextReads();
        Walk.ofRun(workflow, reads);
        return reads;
    }

    /// @return what tells of a map phase which items there are
    public static TextReads ofItems(Workflow.MapReduce job) {
        var reads = new TextReads();
        Walk.ofItems(job, reads);
        return reads;
    }

    /// @param wanted which of the paths that begin with the name
    /// @param plain whether it is a variable of programs too
    /// @return whether the name is read
    public boolean reads(String name, Predicate<Path> wanted, boolean plain) {
        return paths.stream().anyMatch(path -> path.first().equals(name) && wanted.test(path))
                || (plain && paths.stream().anyMatch(path -> isEnvironment(path, name)))
                || (plain && shells.stream().anyMatch(shell -> reads(shell, name)))
                || unreadable.stream().anyMatch(text -> word(name).matcher(text).find());
    }

    /// @return whether programs run that may look into their environment
    public boolean runsOthers() {
        return asksAgents || shells.stream().anyMatch(ShellReads::runsOthers);
    }

    /// `env` gives the variables of the step's programs.
    private static boolean isEnvironment(Path path, String name) {
        return path.equals(Path.of("env")) || path.isAtOrBelow("env", name);
    }

    private static boolean reads(ShellReads shell, String name) {
        return ReadNames.pattern(Pattern.quote(name))
                .matcher(shell.before(name))
                .find();
    }

    private static Pattern word(String name) {
        return Pattern.compile("\\b" + Pattern.quote(name) + "\\b");
    }

    @Override
    public void text(Text text, Place place, Visible names, @Nullable Step step) {
        text(text.source(), place);
    }

    @Override
    public void expression(Expression expression, Names kind, Visible names) {
        var source = expression.source();
        try {
            paths.addAll(dev.prodigy.lang.expr.Expression.parse(source, kind).variables());
        } catch (ExpressionSyntax broken) {
            unreadable.add(source);
        }
        if (source.contains("cmd:")) {
            unreadable.add(source);
        }
    }

    private void text(String source, Place place) {
        if (place == Place.SHELL) {
            var shell = ShellReads.of(source, body -> placeholder(body) != null);
            shells.add(shell);
            for (var body : shell.placeholders()) {
                var placeholder = placeholder(body);
                if (placeholder != null) {
                    add(placeholder);
                }
            }
            return;
        }
        try {
            Template.parse(source, place).placeholders().forEach(this::add);
        } catch (ExpressionSyntax tooDeep) {
            unreadable.add(source);
        }
    }

    private static @Nullable Placeholder placeholder(String body) {
        try {
            return Placeholder.parse(body, Place.SHELL);
        } catch (ExpressionSyntax tooDeep) {
            return null;
        }
    }

    private void add(Placeholder placeholder) {
        paths.addAll(placeholder.variables());
        var command = placeholder.command();
        if (command != null) {
            text(command, Place.SHELL);
        }
        placeholder.inner().forEach(this::add);
    }
}
