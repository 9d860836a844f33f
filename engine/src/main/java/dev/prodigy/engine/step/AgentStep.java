package dev.prodigy.engine.step;

import dev.prodigy.engine.classify.AgentFacts;
import dev.prodigy.engine.classify.AgentResults;
import dev.prodigy.engine.classify.ProcessEnd;
import dev.prodigy.engine.world.Call;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.engine.world.Ran;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.AgentSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// An agent step: asks an agent, and believes its result event more than its exit status (spec 01 §11).
final class AgentStep {
    private AgentStep() {}

    static Preparation prepare(Step step, StepKind.Agent kind, Frame outer) throws Cut {
        var agent = outer.settings().agents().get(kind.agent());
        if (agent == null) {
            return new Preparation.Refused(
                    Failures.definition("UNDEFINED_REFERENCE", "there is no agent `" + kind.agent() + "`"));
        }
        var frame = outer.at(new Place(
                outer.place().directory(),
                Stream.concat(
                                agent.env().isEmpty() ? Stream.of() : Stream.of(agent.env()),
                                outer.place().env().stream())
                        .toList(),
                outer.place().clearEnv(),
                null));
        var texts = Texts.of(frame);
        return switch (Filling.of(texts, kind, agent)) {
            case Filling.Bad(var error) -> new Preparation.Refused(error);
            case Filling.Good(var prompt, var model, var args) -> {
                var command = AgentCommand.of(
                        agent, prompt, model, args, frame.place().directory());
                var limits = CallLimits.of(step, frame).orAttempt(texts.duration(agent.timeout()));
                var environment = StepEnvironment.of(texts, frame);
                yield new Preparation.Ready(prompt, (attempt, of) -> {
                    var call = new Call(
                            new Call.Program.Direct(command.arguments(), command.input(), command.promptFile()),
                            frame.place().directory(),
                            environment.forAttempt(step, attempt, of),
                            limits.now(frame),
                            LogName.of(step, frame),
                            agent.answer().format() == AgentSpec.Format.JSONL);
                    return attempted(frame.world().run(call), agent, step, frame, attempt, of);
                });
            }
        };
    }

    /// The texts of an agent step with their values.
    private sealed interface Filling {
        record Good(String prompt, @Nullable String model, List<String> args) implements Filling {}

        record Bad(ErrorRecord error) implements Filling {}

        static Filling of(Texts texts, StepKind.Agent kind, AgentSpec agent) throws Cut {
            var wanted = new ArrayList<Text>();
            wanted.add(kind.prompt());
            wanted.addAll(agent.args());
            wanted.addAll(kind.args());
            var model = kind.model() == null ? agent.model() : kind.model();
            if (model != null) {
                wanted.add(model);
            }
            var filled = new ArrayList<String>();
            for (var text : wanted) {
                switch (texts.value(text)) {
                    case Texts.Filled.Bad(var error) -> {
                        return new Bad(error);
                    }
                    case Texts.Filled.Good(var value, var _) -> filled.add(Texts.plain(value));
                }
            }
            for (var text : filled) {
                if (text.indexOf('\0') >= 0) {
                    return new Bad(Failures.definition("INVALID_VALUE", "an argument of the agent contains a NUL"));
                }
            }
            var itsModel = model == null ? null : filled.removeLast();
            return new Good(filled.getFirst(), itsModel, List.copyOf(filled.subList(1, filled.size())));
        }
    }

    private static Attempted attempted(Ran ran, AgentSpec agent, Step step, Frame frame, int attempt, int of)
            throws Cut {
        var answer =
                AgentAnswer.read(agent.answer(), ran.stdout(), frame.settings().language());
        var usage = answer.usage();
        if (!usage.members().isEmpty()) {
            frame.world().record(frame.of(step).inAttempt(attempt, of), usageEvent(usage));
        }
        if (!ran.leaked().isEmpty()) {
            frame.world().record(frame.of(step), new StepEvent.ProcessLeaked(ran.leaked()));
        }
        var error = error(ran, agent, answer, frame);
        var output = error == null ? answer.text() : answer.text().isBlank() ? ran.both() : answer.text();
        var product = ShellStep.product(ran, output, error == null).with(further(usage, ran));
        return new Attempted(product, ran.both(), error, false);
    }

    private static @Nullable ErrorRecord error(Ran ran, AgentSpec agent, AgentAnswer answer, Frame frame) {
        return switch (ran.end()) {
            case Ran.End.TimedOut timedOut -> Failures.known(Failures.ofTimeout(timedOut, ran, frame), ran);
            case Ran.End.NotStarted(var message, boolean missing) -> Failures.notStarted(message, missing);
            case Ran.End.Exited(int code) -> judged(code, ran, agent, answer, frame);
            case Ran.End.Killed(int signal) -> judged(128 + signal, ran, agent, answer, frame);
        };
    }

    private static @Nullable ErrorRecord judged(int status, Ran ran, AgentSpec agent, AgentAnswer answer, Frame frame) {
        var facts = new AgentFacts(
                AgentFacts.Output.valueOf(agent.answer().format().name()),
                answer.result() instanceof Value.Fields fields ? fields : null,
                answer.isError(),
                answer.result() == null ? null : answer.text(),
                answer.usage().get("output_tokens") instanceof Value.Num(var tokens) ? tokens.longValue() : null,
                rateLimit(answer.events()),
                ProcessEnd.of(status, ran.stderr(), ran.stdout()));
        var error = AgentResults.judge(facts, Failures.moment(frame));
        return error == null ? null : Failures.known(error, ran);
    }

    private static Value.@Nullable Fields rateLimit(List<Value> events) {
        for (int i = events.size() - 1; i >= 0; i--) {
            if (events.get(i) instanceof Value.Fields event
                    && Value.of("rate_limit_event").equals(event.get("type"))) {
                return event;
            }
        }
        return null;
    }

    private static StepEvent.AgentUsage usageEvent(Value.Fields usage) {
        return new StepEvent.AgentUsage(
                usage.get("model") instanceof Value.Text(var model) ? model : null,
                number(usage.get("input_tokens")),
                number(usage.get("output_tokens")),
                null,
                usage.get("cost_usd"),
                null);
    }

    private static @Nullable Long number(@Nullable Value value) {
        return value instanceof Value.Num(var number) ? number.longValue() : null;
    }

    private static Value.Fields further(Value.Fields usage, Ran ran) {
        return new FieldsWriter()
                .put("model", usage.get("model"))
                .put("cost_usd", usage.get("cost_usd"))
                .put(
                        "usage",
                        new FieldsWriter()
                                .put("input_tokens", usage.get("input_tokens"))
                                .put("output_tokens", usage.get("output_tokens"))
                                .done())
                .put("log", ran.log())
                .done();
    }
}
