package dev.prodigy.runtime.run.forecast;

import dev.prodigy.engine.ledger.StepKey;
import dev.prodigy.engine.redact.Redactor;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.engine.run.Stage;
import dev.prodigy.engine.run.StageState;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.step.AfterRetries;
import dev.prodigy.model.step.FailureReaction;
import dev.prodigy.model.step.ForeachInput;
import dev.prodigy.model.step.OpenSettings.Figure;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.step.Validation;
import dev.prodigy.model.text.Data;
import dev.prodigy.model.workflow.PhaseSteps;
import dev.prodigy.model.workflow.Workflow;
import dev.prodigy.runtime.run.forecast.RunPreview.Action;
import dev.prodigy.runtime.run.forecast.RunPreview.Verdict;
import dev.prodigy.runtime.run.request.RunRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The steps of a run in the order in which they would begin, those of handlers behind what they wait for.
final class ForeseenSteps {
    private static final int LONGEST_COMMAND = 4096;
    private static final String COMMANDS = "commands";

    private final Foresight foresight;
    private final Before before;
    private final Redactor redactor;
    private final List<RunPreview.Step> found = new ArrayList<>();

    private ForeseenSteps(Foresight foresight, Before before, Redactor redactor) {
        this.foresight = foresight;
        this.before = before;
        this.redactor = redactor;
    }

    /// @param before what earlier processes of the run have come to
    /// @param redactor masks what commands show
    static List<RunPreview.Step> of(RunRequest request, Foresight foresight, RunState before, Redactor redactor) {
        var steps = new ForeseenSteps(foresight, new Before(before, request), redactor);
        var header = request.workflow().header();
        steps.list(header.workflowsBeforeSteps(), "", false);
        switch (request.workflow()) {
            case Workflow.Standard standard -> steps.list(standard.commands(), "", false);
            case Workflow.MapReduce mapReduce -> {
                steps.phase(mapReduce.setup(), "");
                steps.list(mapReduce.map().agentTemplate(), "for each item: ", true);
                steps.phase(mapReduce.reduce(), after(mapReduce.reduce()));
            }
        }
        steps.list(header.merge().phase().steps(), "if the merge is agreed to: ", false);
        return steps.found;
    }

    private static String after(@Nullable PhaseSteps reduce) {
        if (reduce == null) {
            return "";
        }
        return switch (reduce.when()) {
            case ENDED -> "after the map phase: ";
            case COMPLETE -> "if every item is successful: ";
            case ALWAYS -> "however the map phase ends: ";
        };
    }

    private void phase(@Nullable PhaseSteps phase, String circumstances) {
        if (phase != null) {
            list(phase.steps(), circumstances, false);
        }
    }

    private void list(List<Step> steps, String circumstances, boolean owned) {
        for (var step : steps) {
            int at = found.size();
            add(step, circumstances, owned, null);
            if (step.kind() instanceof StepKind.Inline template && !owned) {
                var read = foresight.read(
                        template, step.options().surroundings().env().keySet(), redactor::redact);
                if (!read.isRight()) {
                    found.set(at, found.get(at).failing(read.told()));
                }
            }
        }
    }

    /// @param outer what becomes of the step around it where that decides, or null
    private void add(Step step, String circumstances, boolean owned, @Nullable Verdict outer) {
        // what a step's reactions came to before says nothing: the step begins anew, and they with it
        var done = outer == null || outer.action() != Action.UNKNOWN ? before.done(step) : null;
        var own = done != null
                ? new Verdict(Action.SKIP, done)
                : step.kind() instanceof StepKind.Removed
                        ? new Verdict(Action.SKIP, "steps of this kind do nothing any more")
                        : foresight.decide(step.options().when(), owned);
        var verdict = outer == null || own.action() == Action.SKIP ? own : outer;
        found.add(new RunPreview.Step(
                step.path(),
                step.kind().keyword(),
                command(step.kind()),
                new Verdict(verdict.action(), circumstances + verdict.reason()),
                most(foresight.settled(step))));
        inside(step, circumstances, owned, verdict.action() == Action.RUN ? null : within(step, verdict));
        handlers(step, owned, verdict);
    }

    private static RunPreview.Most most(Foresight.Settled seen) {
        var retry = seen.step().options().resilience().retry();
        var attempts = seen.open(Figure.ATTEMPTS);
        var timeout = seen.open(Figure.TIMEOUT);
        return new RunPreview.Most(
                attempts != null ? null : Integer.valueOf(retry == null ? 1 : retry.attempts()),
                timeout != null ? null : seen.step().options().limits().attempt(),
                attempts,
                timeout);
    }

    private static Verdict within(Step step, Verdict outer) {
        return new Verdict(
                outer.action(), step.path() + (outer.action() == Action.SKIP ? " is skipped" : " may not run"));
    }

    private void inside(Step step, String circumstances, boolean owned, @Nullable Verdict outer) {
        switch (step.kind()) {
            case StepKind.Foreach foreach ->
                foreach.body().forEach(each -> add(each, circumstances + "in each round: ", true, outer));
            case StepKind.Inline inline -> inline.body().forEach(each -> add(each, circumstances, true, outer));
            case StepKind.Validate validate -> validation(step, validate.validation(), circumstances, owned, outer);
            case StepKind.Shell _,
                    StepKind.Agent _,
                    StepKind.WriteFile _,
                    StepKind.SubWorkflow _,
                    StepKind.Removed _ -> {}
        }
        var validation = step.reactions().validation();
        if (validation != null) {
            validation(step, validation, circumstances, owned, outer);
        }
    }

    private void validation(
            Step step, Validation validation, String circumstances, boolean owned, @Nullable Verdict outer) {
        validation.commands().forEach(each -> add(each, circumstances, owned, outer));
        if (validation.onIncomplete() != null) {
            only(
                    validation.onIncomplete().steps(),
                    "only when the validation of " + step.path() + " is not met",
                    owned);
        }
    }

    /// What waits for the step to fail, or to succeed.
    private void handlers(Step step, boolean owned, Verdict verdict) {
        if (verdict.action() == Action.SKIP) {
            return;
        }
        var at = step.path();
        var reactions = step.reactions();
        only(reactions.onSuccess(), "only when " + at + " succeeds", owned);
        reaction(reactions.onFailure(), "only when " + at + " fails", owned);
        reactions
                .onExitCode()
                .forEach((code, each) -> reaction(each, "only when " + at + " ends with exit code " + code, owned));
        after(step.options().resilience().afterRetries(), at, owned);
    }

    private void reaction(@Nullable FailureReaction reaction, String circumstances, boolean owned) {
        switch (reaction) {
            case FailureReaction.Handle handle -> only(handle.steps(), circumstances, owned);
            case FailureReaction.After(AfterRetries.Fallback(var step)) -> only(List.of(step), circumstances, owned);
            case FailureReaction.After _, FailureReaction.Tolerate _, FailureReaction.Ignore _ -> {}
            case null -> {}
        }
    }

    private void after(AfterRetries after, String at, boolean owned) {
        if (after instanceof AfterRetries.Fallback(var step)) {
            only(List.of(step), "only when " + at + " has failed for good", owned);
        }
    }

    private void only(List<Step> steps, String circumstances, boolean owned) {
        steps.forEach(each -> add(each, "", owned, new Verdict(Action.UNKNOWN, circumstances)));
    }

    /// What earlier processes of the run have come to.
    ///
    /// @param first the phase in which the first step stands
    private record Before(RunState state, String first, int passes) {
        Before(RunState state, RunRequest request) {
            this(
                    state,
                    switch (request.workflow()) {
                        case Workflow.Standard _ -> COMMANDS;
                        case Workflow.MapReduce _ -> "setup";
                    },
                    request.options().passes().count());
        }

        /// @return why it will not run, in any pass; null where it may
        @Nullable
        String done(Step step) {
            var places = places(step);
            if (places.isEmpty() || !places.stream().allMatch(key -> hasDone(key) || isOver(key))) {
                return null;
            }
            return places.stream().anyMatch(this::hasDone) ? "it was done before" : "its phase was done before";
        }

        private List<StepKey> places(Step step) {
            var path = step.path();
            var place = path.split("[.\\[]", 2)[0];
            var phase = place.equals("workflows") ? first : place;
            return switch (phase) {
                case "map" -> List.of();
                case COMMANDS ->
                    IntStream.rangeClosed(1, passes)
                            .mapToObj(pass -> new StepKey(phase, pass, path, List.of()))
                            .toList();
                default -> List.of(new StepKey(phase, null, path, List.of()));
            };
        }

        private boolean hasDone(StepKey key) {
            var ended = state.ledger().ended(key);
            return ended != null && ended.letListGoOn();
        }

        /// A reduce may be done again.
        private boolean isOver(StepKey key) {
            var stage = key.pass() == null ? key.phase() : Stage.Pass.name(key.pass());
            return !stage.equals("reduce") && state.stage(stage) instanceof StageState.Done;
        }
    }

    private String command(StepKind kind) {
        var text = redactor.redact(
                switch (kind) {
                    case StepKind.Shell(var command) -> command.source();
                    case StepKind.Agent agent -> agent.prompt().source();
                    case StepKind.WriteFile file -> file.path().source();
                    case StepKind.SubWorkflow child -> child.target();
                    case StepKind.Inline inline -> inline.template();
                    case StepKind.Foreach foreach -> input(foreach.input());
                    case StepKind.Validate _, StepKind.Removed _ -> "";
                });
        return text.length() <= LONGEST_COMMAND ? text : text.substring(0, LONGEST_COMMAND) + "…";
    }

    /// What gives the items stands for what a `foreach` does.
    private static String input(ForeachInput input) {
        return switch (input) {
            case ForeachInput.Printed(var command) -> command.source();
            case ForeachInput.Placed(var text) -> text.source();
            case ForeachInput.Listed(var elements) -> Json.write(new Data.Sequence(elements).written());
        };
    }
}
