package dev.prodigy.engine.step;

import dev.prodigy.engine.world.Call;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.engine.world.Ran;
import dev.prodigy.lang.expr.scope.Sources;
import dev.prodigy.model.source.Span;
import dev.prodigy.model.text.Text;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The world as a step's placeholders see it: `uuid`, `date:`, `file:`, `cmd:` (spec 01 §8.3).
final class StepSources implements Sources {
    private final Frame frame;
    private @Nullable Cut cut;

    StepSources(Frame frame) {
        this.frame = frame;
    }

    /// Expressions are total, so a run that ends in the middle of one is noticed here.
    void checkCut() throws Cut {
        if (cut != null) {
            throw cut;
        }
    }

    @Override
    public String uuid() {
        long high = (bits() & ~0xF000L) | 0x4000L;
        long low = (bits() & 0x3FFFFFFFFFFFFFFFL) | 0x8000000000000000L;
        return new UUID(high, low).toString();
    }

    @Override
    public Instant now() {
        return frame.world().now().now();
    }

    @Override
    public Reading file(String path) {
        var text = frame.world().tree().read(frame.place().directory(), path);
        return text == null ? new Reading.Unavailable("it cannot be read") : new Reading.Content(text);
    }

    @Override
    public Reading command(String text) {
        try {
            return switch (Texts.of(frame).shell(new Text(text, Span.startOf("cmd:")))) {
                case Texts.Script.Bad(var error) -> new Reading.Unavailable(error.message());
                case Texts.Script.Good(var script, var environment) ->
                    read(frame.world()
                            .run(new Call(
                                    new Call.Program.Shell(ShellStep.interpreter(frame), script),
                                    frame.place().directory(),
                                    environment.plain(),
                                    new Call.Limits(
                                            null,
                                            null,
                                            frame.deadline().left(frame.world().now())),
                                    "",
                                    false)));
            };
        } catch (Cut e) {
            cut = e;
            return new Reading.Unavailable("the run is ending");
        }
    }

    private static Reading read(Ran ran) {
        return ran.end() instanceof Ran.End.Exited(int code) && code == 0
                ? new Reading.Content(CaptureReader.withoutLineEnds(ran.stdout()))
                : new Reading.Unavailable("it failed: " + ran.tail().strip());
    }

    private long bits() {
        return (long) (frame.world().random() * (1L << 32)) << 32
                | (long) (frame.world().random() * (1L << 32));
    }
}
