package dev.prodigy.engine.world;

import dev.prodigy.engine.redact.Redactor;
import dev.prodigy.model.event.StepEvent;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Everything a list of steps needs from outside, for one working tree: the session's, a slot's, or the
/// directory prodigy was started in.
public interface World extends EventRecorder, Waiting, AttemptGate {

    /// Runs a program to its end, its processes included.
    ///
    /// @throws Cut when the run is ending; everything it started has been ended then
    Ran run(Call call) throws Cut;

    /// Runs a program of whose stdout nothing may be lost, whatever its size.
    ///
    /// @throws Cut when the run is ending; everything it started has been ended then
    Spooled spool(Call call) throws Cut;

    /// @param file path of a workflow's file
    /// @return an id for a run of it that does not exist yet
    String newChild(String file);

    /// Runs another workflow to its end, in this working tree; a run that was interrupted goes on (spec 04
    /// §5.8).
    ///
    /// @throws Cut when the run is ending; the other one has been ended then
    ChildEnd run(ChildCall call) throws Cut;

    /// @return what the steps outside of items left whose lists went on behind them, in a run that a step started and
    ///     those that it started itself; oldest first in each run
    List<StepEvent.Ended> leftBy(String runId);

    /// Does pieces of work side by side.
    ///
    /// @param width at most so many at once
    /// @param goOn whether further pieces are begun after one that came to this
    /// @return what each came to, in order; null for those that were not begun
    /// @throws Cut when the run is ending; all of them have unwound then
    <T> List<@Nullable T> together(List<Work<T>> work, int width, Predicate<T> goOn) throws Cut;

    /// A piece of work.
    @FunctionalInterface
    interface Work<T> {
        /// Does it.
        T run() throws Cut;
    }

    /// @return the files of the working tree
    Tree tree();

    /// @return the clock on which the limits of steps, items and phases are measured: the run clock, which
    ///     stands still while steps wait for admission
    default Duration worked() {
        return now().elapsed().minus(parked());
    }

    /// @param scope of logs, such as `setup` or `pass-1`
    /// @return the folder that holds them, for the scope's processes to write in too
    String logFolder(String scope);

    /// @param name of an execution, such as `setup/00-shell`
    /// @return the path, below the program's home, with which the names of its next logs begin
    String nextLog(String name);

    /// @param name of a log, as {@link Ran#logs} tells it
    /// @return its path as a step's processes can open it
    String logFile(String name);

    /// Keeps the value of a secret out of everything that is written from now on (spec 02 §11).
    ///
    /// @param isDeclared whether the workflow says that it is one; false where only a name looks like it
    void conceal(String value, boolean isDeclared);

    /// @return what knows the declared secrets, which no file may hold
    Redactor declared();

    /// @return what masks all secrets known by now
    Redactor redactor();

    /// @return the text as it may be written: secrets masked
    default String masked(String text) {
        return redactor().redact(text);
    }
}
