package dev.prodigy.engine.step.text;

import dev.prodigy.engine.classify.OutputTail;
import dev.prodigy.engine.environment.EntryNames;
import dev.prodigy.engine.environment.EntrySources;
import dev.prodigy.engine.step.frame.CallLimits;
import dev.prodigy.engine.step.frame.Failures;
import dev.prodigy.engine.step.frame.Frame;
import dev.prodigy.engine.step.frame.Refused;
import dev.prodigy.engine.step.result.CaptureReader;
import dev.prodigy.engine.world.Call;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.engine.world.Ran;
import dev.prodigy.lang.expr.scope.Sources;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.source.Span;
import dev.prodigy.model.text.Text;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The world as a step's placeholders see it: `uuid`, `date:`, `file:`, `cmd:` (spec 01 §8.3).
public final class StepSources implements Sources {
    private final Frame frame;
    private final Level level;
    private final boolean still;
    private final Noticed noticed;
    private final @Nullable EntryNames names;

    private StepSources(Frame frame, Level level, boolean still, Noticed noticed, @Nullable EntryNames names) {
        this.frame = frame;
        this.level = level;
        this.still = still;
        this.noticed = noticed;
        this.names = names;
    }

    /// @return the world as the texts of a step there see it
    public static StepSources of(Frame frame) {
        return new StepSources(frame, Level.TEXT, false, new Noticed(), null);
    }

    /// @return a world that stands still: what is read of it comes to the same whenever it is asked for, and nothing
    ///     runs
    static StepSources still(Frame frame) {
        return new StepSources(frame, Level.TEXT, true, new Noticed(), null);
    }

    /// What commands of a text came to; one for a text and the entries it reads.
    private static final class Noticed {
        /// Whether anything was read of the world.
        private boolean any;
        /// The end of the run.
        private @Nullable Cut cut;
        /// Why the latest of them printed nothing that counts, or null.
        private @Nullable ErrorRecord failure;
    }

    /// Whose placeholders read here. A command of an environment entry runs in an environment without the
    /// entries that need a command themselves, unless its text reads them: else each would wait for the others.
    private enum Level {
        TEXT,
        ENTRY,
        ENTRY_IN_COMMAND
    }

    /// @return the world as the environment entries see it that such a text is given
    EntrySources ofEntries() {
        return switch (level) {
            case TEXT -> entry -> new StepSources(frame, Level.ENTRY, still, noticed, entry);
            case ENTRY, ENTRY_IN_COMMAND -> _ -> new StepSources(frame, Level.ENTRY_IN_COMMAND, still, noticed, null);
        };
    }

    /// @return the names that the entry sees whose commands run here; null for a step's own texts
    @Nullable
    EntryNames names() {
        return names;
    }

    /// @return whether a step's own texts read here, and not the command of an environment entry
    boolean isForStep() {
        return level == Level.TEXT;
    }

    /// @return whether texts have read something of the world, which may be another the next time
    boolean areRead() {
        return noticed.any;
    }

    /// Expressions are total, so a run that ends in the middle of one is noticed here.
    public void checkCut() throws Cut {
        if (noticed.cut != null) {
            throw noticed.cut;
        }
    }

    /// @return why the latest command that ended printed nothing that counts, or null
    @Nullable
    public ErrorRecord failure() {
        return noticed.failure;
    }

    @Override
    public String uuid() {
        noticed.any = true;
        if (still) {
            return Sources.none().uuid();
        }
        long high = (bits() & ~0xF000L) | 0x4000L;
        long low = (bits() & 0x3FFFFFFFFFFFFFFFL) | 0x8000000000000000L;
        return new UUID(high, low).toString();
    }

    @Override
    public Instant now() {
        noticed.any = true;
        return still ? Sources.none().now() : frame.world().now().now();
    }

    @Override
    public Reading file(String path) {
        noticed.any = true;
        if (still) {
            return new Reading.Content(path);
        }
        var file = new Texts(frame, this).fromHome(path);
        var text = frame.world().tree().read(frame.place().directory(), file);
        return text == null ? new Reading.Unavailable("it cannot be read") : new Reading.Content(text);
    }

    @Override
    public Reading command(String text) {
        return command(text, false);
    }

    @Override
    public Reading secret(String text) {
        return command(text, true);
    }

    private Reading command(String text, boolean isSecret) {
        noticed.any = true;
        if (still) {
            return new Reading.Content(text);
        }
        if (level == Level.ENTRY_IN_COMMAND) {
            return new Reading.Unavailable(
                    "commands of env entries run without the entries that need one and that they do not read");
        }
        try {
            var ran = frame.world().run(call(text));
            var told = isSecret ? ran.silent() : ran;
            noticed.failure = Failures.ofShell(told, frame);
            return read(ran, told);
        } catch (Refused e) {
            noticed.failure = e.error();
            return new Reading.Unavailable(e.error().message());
        } catch (Cut e) {
            noticed.cut = e;
            return new Reading.Unavailable("the run is ending");
        }
    }

    private Call call(String text) throws Refused, Cut {
        var script = new Texts(frame, this).shell(new Text(text, Span.startOf("cmd:")));
        return new Call(
                new Call.Program.Shell(frame.interpreter(), script.text(), false, Call.Keep.LAST),
                frame.place().directory(),
                script.environment().plain(),
                CallLimits.NONE.now(frame),
                "",
                frame.context(),
                false);
    }

    private Reading read(Ran ran, Ran told) {
        if (ran.end() instanceof Ran.End.Exited(int code) && code == 0) {
            return new Reading.Content(CaptureReader.withoutLineEnds(ran.stdout()));
        }
        boolean tells = ran.end() instanceof Ran.End.Exited || ran.end() instanceof Ran.End.TimedOut;
        var why = switch (ran.end()) {
            case Ran.End.Exited(int code) -> "exit status " + code;
            case Ran.End.Killed(int signal) -> "killed by signal " + signal;
            case Ran.End.TimedOut(var _, var limit) -> "timed out after " + limit.toMillis() + "ms";
            case Ran.End.NotStarted(var message, var _) -> message;
        };
        var last = OutputTail.lastWords(told.said());
        var reason = last.isEmpty() ? why : why + ": " + last;
        return new Reading.Unavailable(reason, tells ? Failures.ofShell(told, frame) : null);
    }

    private long bits() {
        return (long) (frame.world().random() * (1L << 32)) << 32
                | (long) (frame.world().random() * (1L << 32));
    }
}
