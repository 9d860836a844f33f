package dev.prodigy.engine.step.kind;

import dev.prodigy.engine.step.frame.CallLimits;
import dev.prodigy.engine.step.frame.Failures;
import dev.prodigy.engine.step.frame.Frame;
import dev.prodigy.engine.step.frame.LogName;
import dev.prodigy.engine.step.frame.PreparedStep;
import dev.prodigy.engine.step.frame.Refused;
import dev.prodigy.engine.step.result.Attempted;
import dev.prodigy.engine.step.result.CaptureReader;
import dev.prodigy.engine.step.result.Product;
import dev.prodigy.engine.step.result.Trace;
import dev.prodigy.engine.step.text.Texts;
import dev.prodigy.engine.world.Call;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.engine.world.Ran;
import dev.prodigy.lang.shell.request.Dialect;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// `shell`: runs a text by a shell; its exit status decides (spec 01 §2).
public final class ShellStep {
    private ShellStep() {}

    /// @param frame in the step's own place
    /// @return the text, ready to be executed
    /// @throws Refused when a value is missing, or must not stand where it is used
    public static PreparedStep prepare(Step step, Text command, Frame frame) throws Refused, Cut {
        var script = Texts.of(frame).shell(command);
        var combined = frame.settings().declared().combined();
        // only a shell can be told to
        boolean together = combined.together().contains(step.path())
                && Dialect.of(frame.interpreter().getFirst()).isPresent();
        var program = new Call.Program.Shell(frame.interpreter(), script.text(), together, keep(step, frame));
        var limits = CallLimits.of(step, frame);
        return new PreparedStep(command.source(), turn -> {
            var call = new Call(
                    program,
                    frame.place().directory(),
                    script.environment().forAttempt(step, turn),
                    limits.now(frame),
                    LogName.of(step, frame),
                    frame.of(step),
                    false);
            var ran = frame.world().run(call);
            if (!ran.leaked().isEmpty()) {
                frame.world().record(frame.of(step), new StepEvent.ProcessLeaked(ran.leaked()));
            }
            var attempted = attempted(ran, command, frame);
            return combined.asked().contains(step.path()) ? attempted.with(combined(ran)) : attempted;
        });
    }

    /// Runs a shell text that no step owns, such as an input command.
    public static Printed print(Text command, Frame frame, @Nullable Duration limit) throws Cut {
        try {
            var script = Texts.of(frame).shell(command);
            var call = new Call(
                    new Call.Program.Shell(frame.interpreter(), script.text(), false, Call.Keep.LAST),
                    frame.place().directory(),
                    script.environment().plain(),
                    new CallLimits(limit, null).now(frame),
                    "",
                    frame.context(),
                    false);
            var spooled = frame.world().spool(call);
            return new Printed(attempted(spooled.ran(), command, frame).error(), spooled);
        } catch (Refused e) {
            return new Printed(e.error(), null);
        }
    }

    private static Call.Keep keep(Step step, Frame frame) {
        if (!frame.settings().declared().unread().contains(step.path())) {
            return Call.Keep.LAST;
        }
        return step.options().captures().areRead() ? Call.Keep.WHOLE : Call.Keep.END;
    }

    private static Value.Fields combined(Ran ran) {
        return new FieldsWriter().put(Product.COMBINED, ran.both()).done();
    }

    private static Attempted attempted(Ran ran, Text command, Frame frame) {
        var error = Failures.ofShell(ran, frame);
        var output = CaptureReader.withoutLineEnds(error == null ? ran.stdout() : ran.both());
        return new Attempted(
                product(ran, output, error == null),
                ran.both(),
                error == null ? null : error.with("command", Value.of(command.source())),
                Attempted.Inner.CLEAN);
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
                Product.NONE.further(),
                Trace.of(ran));
    }

    private static @Nullable Integer exitCode(Ran.End end) {
        return switch (end) {
            case Ran.End.Exited(int code) -> code;
            case Ran.End.Killed(int signal) -> 128 + signal;
            case Ran.End.TimedOut _ -> Product.TIMED_OUT;
            case Ran.End.NotStarted(var _, boolean missing) -> missing ? 127 : null;
        };
    }
}
