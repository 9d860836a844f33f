package dev.prodigy.engine.step;

import dev.prodigy.engine.world.Cut;
import dev.prodigy.engine.world.Tree;
import dev.prodigy.lang.expr.pattern.Regex;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.step.Commits;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.text.Text;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Commits what a step changed, and checks what it committed (spec 03 §9, `auto_commit`, `commit_config`).
final class CommitStep {
    private CommitStep() {}

    /// @return null, or why the changes could not be committed
    static @Nullable ErrorRecord commit(Step step, Frame frame, Tree.Mark since) throws Cut {
        var config = step.options().commits().config();
        var message = filled(config == null ? null : config.message(), frame);
        var author = filled(config == null ? null : config.author(), frame);
        if (message instanceof Texts.Filled.Bad(var error)) {
            return error;
        }
        if (author instanceof Texts.Filled.Bad(var error)) {
            return error;
        }
        var order = new Tree.CommitOrder(
                message instanceof Texts.Filled.Good(var value, var _)
                        ? Texts.plain(value)
                        : defaultMessage(step, frame),
                author instanceof Texts.Filled.Good(var value, var _) ? Texts.plain(value) : null,
                config != null && config.sign(),
                config == null ? List.of() : config.includeFiles(),
                config == null ? List.of() : config.excludeFiles(),
                config != null && config.squash(),
                since);
        var trouble = frame.world().tree().commit(order);
        return trouble == null ? null : Failures.git(trouble);
    }

    /// @return null, or which new commit's message does not match
    static @Nullable ErrorRecord check(Commits.Config config, Tree.Changes changes) {
        var pattern = config.messagePattern();
        if (pattern == null) {
            return null;
        }
        var regex = Regex.parse(pattern);
        for (var message : changes.messages()) {
            if (!regex.isFoundIn(message)) {
                return Failures.validation(
                        "VALIDATION_ERROR", "a commit message does not match message_pattern: " + message);
            }
        }
        return null;
    }

    private static Texts.@Nullable Filled filled(@Nullable Text text, Frame frame) throws Cut {
        return text == null ? null : Texts.of(frame).value(text);
    }

    private static String defaultMessage(Step step, Frame frame) {
        var name = step.options().name();
        var label = name == null ? step.kind().keyword() : name.source();
        var item = frame.context().itemId();
        return item == null ? label : label + " (" + item + ")";
    }
}
