package dev.prodigy.engine.step.evidence;

import dev.prodigy.engine.step.frame.Failures;
import dev.prodigy.engine.step.frame.Frame;
import dev.prodigy.engine.step.frame.Refused;
import dev.prodigy.engine.step.text.FilledPatterns;
import dev.prodigy.engine.step.text.Texts;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.engine.world.Tree;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.step.Commits;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.text.Text;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Has a step's commit options carried out and checked (spec 03 §9).
final class CommitStep {
    private CommitStep() {}

    /// @param begun when the execution began, on the clock of limits
    /// @return null, or what is missing
    static @Nullable ErrorRecord complete(Step step, Frame frame, Tree.Mark since, Duration begun) throws Refused, Cut {
        var commits = step.options().commits();
        var config = commits.config();
        var message = filled(config == null ? null : config.message(), frame);
        var author = filled(config == null ? null : config.author(), frame);
        var written = config == null ? null : config.messagePattern();
        var pattern = written == null ? null : FilledPatterns.regex(written, frame);
        var runs = new CommitRuns(step, frame, begun);
        var trouble = frame.world()
                .tree()
                .complete(
                        new Tree.Commits(
                                commits.required(),
                                commits.auto(),
                                frame.world().masked(message == null ? defaultMessage(step, frame) : message),
                                pattern,
                                author == null ? null : frame.world().masked(author),
                                rules(config, frame)),
                        since,
                        runs);
        if (runs.timeout() != null) {
            return runs.timeout();
        }
        return trouble == null ? null : Failures.of(trouble);
    }

    private static Tree.Commits.Rules rules(Commits.@Nullable Config config, Frame frame) throws Refused, Cut {
        return config == null
                ? Tree.Commits.Rules.NONE
                : new Tree.Commits.Rules(
                        config.sign(),
                        globs(config.includeFiles(), frame),
                        globs(config.excludeFiles(), frame),
                        config.squash());
    }

    private static List<String> globs(List<Text> texts, Frame frame) throws Refused, Cut {
        var globs = new ArrayList<String>();
        for (var text : texts) {
            globs.add(FilledPatterns.glob(text, frame));
        }
        return globs;
    }

    private static @Nullable String filled(@Nullable Text text, Frame frame) throws Refused, Cut {
        return text == null ? null : Texts.of(frame).text(text);
    }

    private static String defaultMessage(Step step, Frame frame) throws Refused, Cut {
        var name = filled(step.options().name(), frame);
        var label = name == null ? step.kind().keyword() : name;
        var item = frame.context().itemId();
        return item == null ? label : label + " (" + item + ")";
    }
}
