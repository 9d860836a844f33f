package dev.prodigy.engine.step.kind;

import dev.prodigy.engine.classify.AgentFacts;
import dev.prodigy.engine.classify.AgentResults;
import dev.prodigy.engine.classify.OutputTail;
import dev.prodigy.engine.step.frame.CallLimits;
import dev.prodigy.engine.step.frame.Failures;
import dev.prodigy.engine.step.frame.Frame;
import dev.prodigy.engine.step.frame.LogName;
import dev.prodigy.engine.step.frame.PreparedStep;
import dev.prodigy.engine.step.frame.Refused;
import dev.prodigy.engine.step.result.Attempted;
import dev.prodigy.engine.step.result.CaptureReader;
import dev.prodigy.engine.step.result.Product;
import dev.prodigy.engine.step.text.Texts;
import dev.prodigy.engine.world.Call;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.engine.world.Ran;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.AgentSpec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An agent step: asks an agent, and believes its result event more than its exit status (spec 01 §11).
public final class AgentStep {
    private AgentStep() {}

    /// @param frame in the step's own place
    /// @return the step, ready to be executed
    /// @throws Refused when a text has no value
    public static PreparedStep prepare(Step step, StepKind.Agent kind, Frame frame) throws Refused, Cut {
        var agent = frame.settings().agents().get(kind.agent());
        if (agent == null) {
            throw new Refused(Failures.definition("UNDEFINED_REFERENCE", "there is no agent `" + kind.agent() + "`"));
        }
        var texts = Texts.of(frame);
        var model = kind.model() == null ? agent.model() : kind.model();
        var prompt = argument(texts, kind.prompt());
        var command = AgentCommand.of(
                agent,
                prompt,
                model == null ? null : argument(texts, model),
                arguments(texts, agent.args(), kind.args()),
                frame.place().directory(),
                text -> argument(texts, text));
        var limits = CallLimits.of(step, frame);
        var environment = texts.ofProgram();
        return new PreparedStep(prompt, turn -> {
            var at = frame.of(step).inAttempt(turn.attempt(), turn.of());
            var call = new Call(
                    new Call.Program.Direct(command.arguments(), command.input(), command.promptFile()),
                    frame.place().directory(),
                    environment.forAttempt(step, turn),
                    limits.now(frame),
                    LogName.of(step, frame),
                    at,
                    agent.answer().format() == AgentSpec.Format.JSONL);
            return attempted(frame.world().run(call), agent, kind.prompt(), frame, at);
        });
    }

    private static List<String> arguments(Texts texts, List<Text> ofAgent, List<Text> ofStep) throws Refused, Cut {
        var filled = new ArrayList<String>();
        for (var text : ofAgent) {
            filled.add(argument(texts, text));
        }
        for (var text : ofStep) {
            filled.add(argument(texts, text));
        }
        return filled;
    }

    private static String argument(Texts texts, Text text) throws Refused, Cut {
        var filled = texts.text(text);
        if (filled.indexOf('\0') >= 0) {
            throw new Refused(Failures.definition("INVALID_VALUE", "an argument of the agent contains a NUL"));
        }
        return filled;
    }

    private static Attempted attempted(Ran ran, AgentSpec agent, Text prompt, Frame frame, Context at) throws Cut {
        var answer =
                AgentAnswer.read(agent.answer(), ran.stdout(), frame.settings().language());
        var usage = answer.usage();
        if (!usage.members().isEmpty()) {
            frame.world().record(at, usageEvent(answer));
        }
        if (!ran.leaked().isEmpty()) {
            frame.world().record(at, new StepEvent.ProcessLeaked(ran.leaked()));
        }
        var error = error(ran, agent, answer, frame);
        var product = product(ran, answer, error == null).with(further(usage, ran, frame));
        return new Attempted(
                product, ran.both(), error == null ? null : naming(prompt, error, ran), Attempted.Inner.CLEAN);
    }

    /// What an agent says is its final text; the stream of events is in the log.
    private static Product product(Ran ran, AgentAnswer answer, boolean good) {
        var whole = ShellStep.product(ran, good ? answer.text() : CaptureReader.withoutLineEnds(ran.both()), good);
        var trace = answer.result() == null ? whole.trace() : whole.trace().meaning(answer.text());
        return whole.saying(answer.text(), whole.truncated() && answer.result() == null)
                .traced(trace);
    }

    private static @Nullable ErrorRecord error(Ran ran, AgentSpec agent, AgentAnswer answer, Frame frame) {
        return switch (ran.end()) {
            case Ran.End.TimedOut timedOut -> Failures.known(Failures.ofTimeout(timedOut, ran, frame), ran);
            case Ran.End.NotStarted(var message, boolean missing) -> Failures.notStarted(message, missing);
            case Ran.End.Exited(int code) -> judged(code, ran, agent, answer, frame);
            case Ran.End.Killed(int signal) -> judged(128 + signal, ran, agent, answer, frame);
        };
    }

    /// A program that exited well has failed by what it said, and not as a command.
    private static ErrorRecord naming(Text prompt, ErrorRecord error, Ran ran) {
        return switch (ran.end()) {
            case Ran.End.Exited(int code) when code == 0 -> error;
            case Ran.End.Exited _, Ran.End.Killed _ -> error.with("command", Value.of(prompt.source()));
            case Ran.End.TimedOut _, Ran.End.NotStarted _ -> error;
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
                ran.truncated() ? "it printed more than 16 MiB, and only their end is read" : answer.fault(),
                Failures.ended(status, ran));
        var error = AgentResults.judge(facts, Failures.printedAt(frame));
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

    private static StepEvent.AgentUsage usageEvent(AgentAnswer answer) {
        var usage = answer.usage();
        var result = answer.result() instanceof Value.Fields fields ? fields : null;
        return new StepEvent.AgentUsage(
                usage.get("model") instanceof Value.Text(var model) ? model : null,
                number(usage.get("input_tokens")),
                number(usage.get("output_tokens")),
                result == null ? null : cached(result),
                usage.get("cost_usd"),
                result == null ? null : number(result.get("num_turns")));
    }

    /// @return tokens that were written to or read from the agent's cache, or null when it does not say
    private static @Nullable Long cached(Value.Fields result) {
        if (!(result.get("usage") instanceof Value.Fields usage)) {
            return null;
        }
        var written = number(usage.get("cache_creation_input_tokens"));
        var read = number(usage.get("cache_read_input_tokens"));
        return written == null && read == null
                ? null
                : Long.valueOf((written == null ? 0 : written) + (read == null ? 0 : read));
    }

    private static @Nullable Long number(@Nullable Value value) {
        return value instanceof Value.Num(var number) ? number.longValue() : null;
    }

    /// The members that agents alone have. They are there whatever the agent said: what is unknown is null
    /// (spec 01 §7, §8.4, §11).
    private static Value.Fields further(Value.Fields usage, Ran ran, Frame frame) {
        var log = ran.logs().first(OutputTail.complained(ran.said()));
        return new FieldsWriter()
                .put("model", known(usage, "model"))
                .put("cost_usd", known(usage, "cost_usd"))
                .put(
                        "usage",
                        new FieldsWriter()
                                .put("input_tokens", known(usage, "input_tokens"))
                                .put("output_tokens", known(usage, "output_tokens"))
                                .done())
                .put(
                        "log",
                        log == null ? Value.Null.NULL : Value.of(frame.world().logFile(log)))
                .done();
    }

    private static Value known(Value.Fields usage, String name) {
        var value = usage.get(name);
        return value == null ? Value.Null.NULL : value;
    }
}
