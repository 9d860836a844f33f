package dev.prodigy.engine.decide;

import dev.prodigy.engine.run.NextCommands;
import dev.prodigy.engine.run.RunState;
import dev.prodigy.model.event.EndEvent;
import java.util.List;
import java.util.stream.Stream;

/// What a person can do about a stop by policy: the last words of its message (spec 02 §6.4).
final class StopAdvice {
    private StopAdvice() {}

    /// @return the message of a stop in a run's usual course, with the commands that fit
    static String behind(String message, RunState state) {
        return state.redriving() == null
                ? NextCommands.behind(message, with(resume(state), state))
                : ofRedrive(message, state);
    }

    /// @return the message of a canary that did not pass: its items can be mended, or a person lets the rest run
    static String ofCanary(String message, RunState state) {
        return NextCommands.behind(message, first(resume(state) + " -y", state));
    }

    /// @return the message of a redrive that was stopped, which the same command takes up; a resume finds something to
    ///     do only where the run itself is not over
    static String ofRedrive(String message, RunState state) {
        var commands = isOver(state) ? redrive(state).toList() : first(resume(state), state);
        return commands.isEmpty() ? message : NextCommands.behind(message, commands);
    }

    /// What the redrive did not come to is its own to take up; a resume runs what is pending beside it.
    private static boolean isOver(RunState state) {
        var items = state.items();
        var redriving = state.redriving();
        int own = redriving == null ? 0 : redriving.remaining();
        return state.base() instanceof EndEvent.Completed
                && (items == null || items.counts().pending() <= own);
    }

    private static List<String> with(String resume, RunState state) {
        return Stream.concat(Stream.of(resume), redrive(state)).toList();
    }

    private static List<String> first(String resume, RunState state) {
        return Stream.concat(redrive(state), Stream.of(resume)).toList();
    }

    private static Stream<String> redrive(RunState state) {
        var items = state.items();
        return items == null || items.letters().count() == 0
                ? Stream.empty()
                : Stream.of("prodigy dlq retry " + state.runId());
    }

    /// A run that a step started goes on with the step's run.
    private static String resume(RunState state) {
        var started = state.started();
        var parent = started == null ? null : started.parentRunId();
        return "prodigy resume " + (parent == null ? state.runId() : parent);
    }
}
