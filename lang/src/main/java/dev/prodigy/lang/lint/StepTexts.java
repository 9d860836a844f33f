package dev.prodigy.lang.lint;

import dev.prodigy.lang.expr.BareNames;
import dev.prodigy.lang.expr.TextPlace;
import dev.prodigy.model.env.EnvEntry;
import dev.prodigy.model.step.ForeachInput;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.text.Data;
import dev.prodigy.model.text.Setting;
import dev.prodigy.model.text.Text;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The texts that a step has by itself, without those of the steps inside it.
final class StepTexts {
    private final TextUse use;

    StepTexts(TextUse use) {
        this.use = use;
    }

    /// Shows what is filled before the step is executed.
    void before(Step step, Visible names) {
        around(step, names);
        entries(step.options().surroundings().env(), names, step);
        kind(step, names);
    }

    /// Shows what says whether, where and how the step is executed, without its environment.
    void around(Step step, Visible names) {
        var options = step.options();
        text(options.name(), TextPlace.TEXT, names, step);
        if (options.when() != null) {
            use.expression(options.when(), BareNames.VARIABLES, names);
        }
        var surroundings = options.surroundings();
        text(surroundings.workingDir(), TextPlace.PATH, names, step);
        text(options.captures().outputFile(), TextPlace.PATH, names, step);
        var commits = options.commits().config();
        if (commits != null) {
            text(commits.message(), TextPlace.TEXT, names, step);
            text(commits.author(), TextPlace.TEXT, names, step);
            text(commits.messagePattern(), TextPlace.TEXT, names, step);
            commits.includeFiles().forEach(glob -> use.text(glob, TextPlace.TEXT, names, step));
            commits.excludeFiles().forEach(glob -> use.text(glob, TextPlace.TEXT, names, step));
        }
        if (step.open() != null) {
            step.open()
                    .settings()
                    .forEach(open -> use.text(
                            open.text(), open.literal().isText() ? TextPlace.TEXT : TextPlace.PATH, names, step));
        }
    }

    /// Shows the entries of an environment.
    void entries(Map<String, EnvEntry> entries, Visible names, @Nullable Step step) {
        for (var entry : entries.values()) {
            switch (entry) {
                case EnvEntry.Phrase phrase -> text(phrase.text(), TextPlace.ENVIRONMENT, names, step);
                case EnvEntry.Printed printed -> text(printed.command(), TextPlace.SHELL, names, step);
                case EnvEntry.Chosen chosen -> {
                    use.expression(chosen.condition(), BareNames.VARIABLES, names);
                    text(chosen.whenTrue(), TextPlace.ENVIRONMENT, names, step);
                    text(chosen.whenFalse(), TextPlace.ENVIRONMENT, names, step);
                }
                case EnvEntry.Unset _ -> {}
            }
        }
    }

    /// Shows a number or duration that a placeholder gives when the run starts.
    void setting(@Nullable Setting<?> setting, Visible names) {
        if (setting instanceof Setting.Later<?>(Text text)) {
            use.text(text, TextPlace.PATH, names, null);
        }
    }

    /// Shows the texts in a value.
    void data(Data data, Visible names, @Nullable Step step) {
        switch (data) {
            case Data.Constant _ -> {}
            case Data.Phrase(Text text) -> use.text(text, TextPlace.TEXT, names, step);
            case Data.Sequence(var elements) -> elements.forEach(element -> data(element, names, step));
            case Data.Mapping(var members) -> members.values().forEach(member -> data(member, names, step));
        }
    }

    /// Shows a text that may be absent.
    void text(@Nullable Text text, TextPlace place, Visible names, @Nullable Step step) {
        if (text != null) {
            use.text(text, place, names, step);
        }
    }

    /// Shows what the step's kind executes.
    void kind(Step step, Visible names) {
        switch (step.kind()) {
            case StepKind.Shell(Text command) -> use.text(command, TextPlace.SHELL, names, step);
            case StepKind.Agent agent -> {
                use.text(agent.prompt(), TextPlace.TEXT, names, step);
                text(agent.model(), TextPlace.TEXT, names, step);
                agent.args().forEach(argument -> use.text(argument, TextPlace.TEXT, names, step));
            }
            case StepKind.Foreach foreach -> {
                switch (foreach.input()) {
                    case ForeachInput.Listed(var elements) -> elements.forEach(element -> data(element, names, step));
                    case ForeachInput.Placed(Text text) -> use.text(text, TextPlace.TEXT, names, step);
                    case ForeachInput.Printed(Text command) -> use.text(command, TextPlace.SHELL, names, step);
                }
            }
            case StepKind.WriteFile file -> {
                use.text(file.path(), TextPlace.PATH, names, step);
                data(file.content(), names, step);
            }
            case StepKind.SubWorkflow child -> child.with().values().forEach(value -> data(value, names, step));
            case StepKind.Inline inline -> inline.with().values().forEach(value -> data(value, names, step));
            case StepKind.Validate _, StepKind.Removed _ -> {}
        }
    }
}
