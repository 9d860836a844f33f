package dev.prodigy.engine.step;

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
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `shell`: runs a text by a shell; its exit status decides (spec 01 §2).
final class ShellStep {
    /// Member of a product: both streams as they arrived.
    static final String COMBINED = "combined";

    private ShellStep() {}

    static Preparation prepare(Step step, Text command, Frame frame) throws Refused, Cut {
        var script = Texts.of(frame).shell(command);
        var combined = frame.settings().declared().combined();
        // only a shell can be told to
        boolean together = combined.together().contains(step.path())
                && Dialect.of(interpreter(frame).getFirst()).isPresent();
        var program = new Call.Program.Shell(interpreter(frame), script.text(), together, keep(step, frame));
        var limits = CallLimits.of(step, frame);
        return new Preparation(command.source(), turn -> {
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
    static Printed print(Text command, Frame frame, @Nullable Duration limit) throws Cut {
        try {
            var script = Texts.of(frame).shell(command);
            var call = new Call(
                    new Call.Program.Shell(interpreter(frame), script.text(), false, Call.Keep.LAST),
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

    static List<String> interpreter(Frame frame) {
        var named = frame.place().interpreter() == null
                ? frame.settings().shell().interpreter()
                : frame.place().interpreter();
        return named == null
                ? List.of(frame.settings().shell().program())
                : Arrays.asList(named.strip().split("\\s+"));
    }

    private static Call.Keep keep(Step step, Frame frame) {
        if (!frame.settings().declared().unread().contains(step.path())) {
            return Call.Keep.LAST;
        }
        return step.options().captures().areRead() ? Call.Keep.WHOLE : Call.Keep.END;
    }

    private static Value.Fields combined(Ran ran) {
        return new FieldsWriter().put(COMBINED, ran.both()).done();
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
