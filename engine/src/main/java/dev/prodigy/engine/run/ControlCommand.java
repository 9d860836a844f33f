package dev.prodigy.engine.run;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// What a person can ask of a run that has begun (spec 05 §2.7).
public enum ControlCommand {
    /// Nothing new starts; what runs goes on.
    PAUSE,
    /// New attempts start again.
    RESUME_DISPATCH,
    /// Nothing new starts; when what runs has ended, so has the run.
    DRAIN,
    /// The run ends.
    STOP,
    /// Rules of the run change.
    SET,
    /// Items are given up.
    SKIP,
    /// Items that failed or were given up are tried again.
    REQUEUE;

    /// The argument of {@link #STOP}: without grace.
    public static final String NOW = "now";

    /// The argument of {@link #SKIP} and {@link #REQUEUE}: a list of item ids.
    public static final String ITEMS = "items";

    /// @return its name in events and on the command line, such as `resume-dispatch`
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// @return the command of that name; none where a newer version of the program wrote it
    public static Optional<ControlCommand> of(String word) {
        return Arrays.stream(values()).filter(each -> each.word().equals(word)).findFirst();
    }

    /// @return whether it only makes sense while a process works on the run
    public boolean needsLiveRun() {
        return switch (this) {
            case PAUSE, RESUME_DISPATCH, DRAIN, STOP -> true;
            case SET, SKIP, REQUEUE -> false;
        };
    }
}
