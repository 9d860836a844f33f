package dev.prodigy.engine.step;

import dev.prodigy.engine.world.Call;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.engine.world.Ran;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.value.Value;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `shell`: runs a text by a shell; its exit status decides (spec 01 §2).
final class ShellStep {
    private ShellStep() {}

    static Preparation prepare(Step step, Text command, Frame frame) throws Cut {
        return switch (Texts.of(frame).shell(command)) {
            case Texts.Script.Bad(var error) -> new Preparation.Refused(error);
            case Texts.Script.Good(var script, var environment) -> {
                var program = new Call.Program.Shell(interpreter(frame), script);
                var limits = CallLimits.of(step, frame);
                yield new Preparation.Ready(command.source(), (attempt, of) -> {
                    var call = new Call(
                            program,
                            frame.place().directory(),
                            environment.forAttempt(step, attempt, of),
                            limits.now(frame),
                            LogName.of(step, frame),
                            false);
                    return attempted(frame.world().run(call), command, frame, limits);
                });
            }
        };
    }

    /// Runs a shell text that no step owns, such as an input command.
    static Attempted run(Text command, Frame frame, @Nullable Duration limit) throws Cut {
        return switch (Texts.of(frame).shell(command)) {
            case Texts.Script.Bad(var error) -> Attempted.failed(error);
            case Texts.Script.Good(var script, var environment) -> {
                var limits = new CallLimits(limit, null);
                var call = new Call(
                        new Call.Program.Shell(interpreter(frame), script),
                        frame.place().directory(),
                        environment.plain(),
                        limits.now(frame),
                        "",
                        false);
                yield attempted(frame.world().run(call), command, frame, limits);
            }
        };
    }

    static List<String> interpreter(Frame frame) {
        var named = frame.place().interpreter() == null
                ? frame.settings().shell().interpreter()
                : frame.place().interpreter();
        return named == null
                ? List.of(frame.settings().shell().program())
                : Arrays.asList(named.strip().split("\\s+"));
    }

    private static Attempted attempted(Ran ran, Text command, Frame frame, CallLimits limits) throws Cut {
        var error = Failures.ofShell(ran, frame, limits);
        var product =
                product(ran, error == null ? CaptureReader.withoutLineEnds(ran.stdout()) : ran.both(), error == null);
        if (!ran.leaked().isEmpty()) {
            frame.world().record(frame.context(), new StepEvent.ProcessLeaked(ran.leaked()));
        }
        return new Attempted(
                product, ran.both(), error == null ? null : error.with("command", Value.of(command.source())), false);
    }

    static Product product(Ran ran, String output, boolean success) {
        return new Product(
                output,
                ran.stdout(),
                ran.stderr(),
                exitCode(ran.end()),
                success,
                ran.duration().toMillis(),
                ran.truncated(),
                Product.NONE.further());
    }

    private static @Nullable Integer exitCode(Ran.End end) {
        return switch (end) {
            case Ran.End.Exited(int code) -> code;
            case Ran.End.Killed(int signal) -> 128 + signal;
            case Ran.End.TimedOut _ -> 124;
            case Ran.End.NotStarted(var _, boolean missing) -> missing ? 127 : null;
        };
    }
}
