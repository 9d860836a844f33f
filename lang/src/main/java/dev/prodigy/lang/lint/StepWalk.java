package dev.prodigy.lang.lint;

import dev.prodigy.lang.expr.TextPlace;
import dev.prodigy.model.env.EnvEntry;
import dev.prodigy.model.step.AfterRetries;
import dev.prodigy.model.step.Captures;
import dev.prodigy.model.step.FailureReaction;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.step.Validation;
import dev.prodigy.model.text.Data;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Goes through steps in the order in which they run, those inside them and their handlers included.
final class StepWalk {
    private static final Set<String> OF_PLAIN_STEP = Stream.concat(
                    Namespaces.RESULT.stream(), StandardMembers.ID.stream())
            .collect(Collectors.toUnmodifiableSet());

    /// `foreach` in a round.
    private static final Known ROUND = Known.namespace(Set.of("item", "index", "total"));

    /// `foreach` behind a loop.
    private static final Set<String> LOOP_MEMBERS = Stream.concat(
                    Namespaces.RESULT.stream(), StandardMembers.LOOP.stream())
            .collect(Collectors.toUnmodifiableSet());

    private static final Known LOOP = Known.namespace(LOOP_MEMBERS);

    private final TextUse use;
    private final StepTexts texts;

    StepWalk(TextUse use, StepTexts texts) {
        this.use = use;
        this.texts = texts;
    }

    /// Shows the texts of a list of steps.
    void all(List<Step> steps, Visible names) {
        steps.forEach(step -> one(step, names));
    }

    private void one(Step step, Visible around) {
        var names = around;
        var env = step.options().surroundings().env();
        if (!env.isEmpty()) {
            names = around.open();
            DeclaredNames.ofStep(env, names);
        }
        texts.before(step, names);
        inside(step.kind(), names);
        results(step, names);
        for (var output : step.options().captures().outputs().values()) {
            var text = switch (output) {
                case Captures.Output.Phrase(var phrase) -> phrase;
                case Captures.Output.FilePattern(var glob) -> glob;
            };
            use.text(text, TextPlace.TEXT, names, step);
        }
        reactions(step, names);
    }

    private void inside(StepKind kind, Visible names) {
        switch (kind) {
            case StepKind.Foreach foreach -> {
                var round = names.closed();
                round.declare(foreach.as(), Known.DATA);
                List.of("index", "total").forEach(name -> round.declare(name, Known.NUMBER));
                round.declare("foreach", ROUND);
                all(foreach.body(), round);
            }
            case StepKind.Inline inline -> {
                var scope = names.open();
                inline.with().forEach((name, value) -> scope.declare(name, of(value, names)));
                inline.defaults().forEach((name, value) -> {
                    texts.data(value, scope, null);
                    if (!inline.with().containsKey(name)) {
                        scope.declare(name, of(value, scope));
                    }
                });
                inline.without().forEach(name -> scope.declare(name, Known.TEXT));
                all(inline.body(), scope);
            }
            case StepKind.Validate(var validation) -> validation(validation, names);
            case StepKind.Shell _,
                    StepKind.Agent _,
                    StepKind.WriteFile _,
                    StepKind.SubWorkflow _,
                    StepKind.Removed _ -> {}
        }
    }

    private static Known of(Data value, Visible names) {
        return value instanceof Data.Phrase(var text)
                ? DeclaredNames.of(new EnvEntry.Phrase(text, false), names)
                : Known.TEXT;
    }

    /// Makes known what a step leaves behind.
    static void results(Step step, Visible names) {
        switch (step.kind()) {
            case StepKind.Shell _, StepKind.Agent _, StepKind.WriteFile _ ->
                names.leave(step.kind().keyword(), Known.namespace(Namespaces.RESULT));
            case StepKind.SubWorkflow child
            when child.isEntry() -> names.leave(child.target(), CallMembers.of(step, child));
            case StepKind.Foreach _ -> {
                // inside a round the name means the round, whatever loops it has run
                if (!ROUND.equals(names.find("foreach"))) {
                    names.leave("foreach", LOOP);
                }
            }
            case StepKind.SubWorkflow _, StepKind.Inline _, StepKind.Validate _, StepKind.Removed _ -> {}
        }
        names.leave("last", last(step.kind(), names.find("last")));
        var captures = step.options().captures();
        if (captures.name() != null) {
            names.leave(captures.name(), Known.capture(captures.format()));
        }
        var id = step.id();
        var before = id == null ? null : names.find(id);
        if (id != null && (before == null || !before.plain())) {
            names.leave(id, result(step));
        }
    }

    private static Known result(Step step) {
        return switch (step.kind()) {
            case StepKind.Shell _, StepKind.Agent _, StepKind.WriteFile _ ->
                Known.namespace(members(step.options().captures()));
            case StepKind.SubWorkflow call -> CallMembers.of(step, call);
            case StepKind.Foreach _, StepKind.Inline _, StepKind.Validate _, StepKind.Removed _ -> Known.NAMESPACE;
        };
    }

    /// A step may be skipped: then the name still means one before it.
    private static Known last(StepKind kind, @Nullable Known before) {
        if (before != null && before.members() == null) {
            return before;
        }
        return switch (kind) {
            case StepKind.Shell _, StepKind.Agent _, StepKind.WriteFile _ -> together(Namespaces.RESULT, before);
            case StepKind.Foreach _ -> together(LOOP_MEMBERS, before);
            case StepKind.SubWorkflow _, StepKind.Inline _, StepKind.Validate _, StepKind.Removed _ -> Known.NAMESPACE;
        };
    }

    private static Known together(Set<String> members, @Nullable Known before) {
        var known = before == null ? null : before.members();
        if (known == null || known.containsAll(members)) {
            return Known.namespace(known == null ? members : known);
        }
        var all = new HashSet<>(members);
        all.addAll(known);
        return Known.namespace(all);
    }

    private static Set<String> members(Captures captures) {
        if (captures.outputs().isEmpty()) {
            return OF_PLAIN_STEP;
        }
        var members = new HashSet<>(Namespaces.RESULT);
        members.addAll(StandardMembers.ID);
        members.addAll(captures.outputs().keySet());
        return members;
    }

    private void reactions(Step step, Visible names) {
        var reactions = step.reactions();
        after(step.options().resilience().afterRetries(), names);
        if (reactions.validation() != null) {
            validation(reactions.validation(), BehindHandlers.ofReruns(reactions, names));
        }
        reaction(reactions.onFailure(), names);
        reactions.onExitCode().forEach((code, reaction) -> {
            if (code != 0) {
                reaction(reaction, names);
            }
        });
        success(reactions.onSuccess(), names);
        if (reactions.onExitCode().get(0) instanceof FailureReaction.Handle extra) {
            success(extra.steps(), names);
            extra.captures().forEach(name -> names.leave(name, Known.DATA));
        }
    }

    private void success(List<Step> handler, Visible names) {
        if (!handler.isEmpty()) {
            all(handler, names.open());
            names.leave("handler", Namespaces.HANDLER);
        }
    }

    private void reaction(@Nullable FailureReaction reaction, Visible names) {
        switch (reaction) {
            case FailureReaction.Handle handle -> {
                all(handle.steps(), handling(names));
                handle.captures().forEach(name -> names.leave(name, Known.DATA));
                leaveFailure(names);
            }
            case FailureReaction.After(var after) -> after(after, names);
            case FailureReaction.Tolerate _, FailureReaction.Ignore _ -> {}
            case null -> {}
        }
    }

    private void after(AfterRetries after, Visible names) {
        if (after instanceof AfterRetries.Fallback(var fallback)) {
            one(fallback, handling(names));
            leaveFailure(names);
        }
    }

    private void validation(Validation validation, Visible names) {
        names.leave("validation", Known.NAMESPACE);
        var checks = BehindHandlers.ofRounds(validation, names);
        texts.text(validation.resultFile(), TextPlace.PATH, checks, null);
        if (validation.expectedSchema() != null) {
            texts.data(validation.expectedSchema(), checks, null);
        }
        all(validation.commands(), checks);
        if (validation.onIncomplete() != null) {
            all(validation.onIncomplete().steps(), handling(names));
            validation.onIncomplete().captures().forEach(name -> names.leave(name, Known.DATA));
            leaveFailure(names);
        }
    }

    /// @return the place of a handler's steps
    static Visible handling(Visible names) {
        var inside = names.open();
        Namespaces.HANDLING.forEach(inside::declare);
        return inside;
    }

    private static void leaveFailure(Visible names) {
        Namespaces.HANDLING.forEach(names::leave);
    }
}
