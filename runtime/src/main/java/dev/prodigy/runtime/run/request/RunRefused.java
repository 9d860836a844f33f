package dev.prodigy.runtime.run.request;

import dev.prodigy.lang.shell.ShellQuote;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.Owner;
import dev.prodigy.runtime.home.RunRef;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A run that cannot be started or taken up as asked; nothing was done. Commands say so and exit with
/// its code.
public final class RunRefused extends RuntimeException {
    private static final long serialVersionUID = 1;

    private static final String WORKFLOW_CHANGED = "workflow_changed";
    private static final String VALUES = "prodigy run --help says how values are given.";

    private final String code;
    private final int exitCode;
    private final @Nullable String hint;
    private final transient Value.Fields more;
    private final transient List<InputProblem> problems;

    /// @param code such as `run_busy`
    /// @param exitCode 2 for what was asked wrongly, 1 for what is not possible now, 75 for storage
    /// @param hint the way out, or null
    public RunRefused(String code, int exitCode, String message, @Nullable String hint) {
        this(code, exitCode, message, hint, new Value.Fields(Map.of()));
    }

    /// @param more further members of the error object
    RunRefused(String code, int exitCode, String message, @Nullable String hint, Value.Fields more) {
        super(message);
        this.code = code;
        this.exitCode = exitCode;
        this.hint = hint;
        this.more = more;
        this.problems = List.of();
    }

    private RunRefused(String code, String message, @Nullable String hint, List<InputProblem> problems) {
        super(message);
        this.code = code;
        this.exitCode = 2;
        this.hint = hint;
        this.more = new FieldsWriter()
                .put("problems", InputProblem.toValue(problems))
                .done();
        this.problems = List.copyOf(problems);
    }

    /// @return the refusal to touch a run that another process holds (spec 03 §14, "One runner")
    public static RunRefused busy(RunRef run, Optional<Owner> owner) {
        var message = owner.map(who -> run.run() + " is being run by process " + who.pid() + " on " + who.host()
                        + " since " + who.startedAt())
                .orElse(run.run() + " is being run by another process");
        var more = new FieldsWriter();
        owner.ifPresent(
                who -> more.put("pid", who.pid()).put("host", who.host()).put("started_at", who.startedAt()));
        return new RunRefused("run_busy", 1, message, "prodigy status " + run.run(), more.done());
    }

    /// @return the refusal to go on with a workflow that is not the recorded one (spec 03 §14)
    public static RunRefused workflowChanged(RunRef run, List<String> paths) {
        return new RunRefused(
                WORKFLOW_CHANGED,
                2,
                "the workflow was changed since " + run.run() + " began: " + String.join(", ", paths),
                "prodigy resume " + run.run() + " --accept-changes",
                new FieldsWriter().put("changed", paths).done());
    }

    /// @param paths of what a run has done
    /// @param file of its workflow, or null for stdin
    /// @return the refusal to go on with a workflow in which that is gone or stands elsewhere (spec 03 §14)
    public static RunRefused doneMoved(RunRef run, List<String> paths, @Nullable String file) {
        return new RunRefused(
                "done_moved",
                2,
                "what " + run.run() + " has done is told apart by its place, and the changed workflow has something"
                        + " else there: " + String.join(", ", paths),
                "Leave what has run in its place, with new steps behind it and the lists of loops as they are, or begin"
                        + " anew: prodigy run " + (file == null ? "-" : ShellQuote.word(file)),
                new FieldsWriter().put("changed", paths).done());
    }

    /// @param started the run's beginning
    /// @param mode that its workflow has now
    /// @param paths in which the workflow differs from the recorded one
    /// @return the refusal to go on with a workflow of another mode: no consent lets a run change that
    public static RunRefused modeChanged(RunRef run, RunEvent.Started started, String mode, List<String> paths) {
        var file = started.workflowFile();
        return new RunRefused(
                WORKFLOW_CHANGED,
                2,
                run.run() + " began with `mode: " + started.mode() + "` and keeps it, but its workflow has `mode: "
                        + mode + "` now",
                "Put the mode back, or begin anew: prodigy run " + (file == null ? "-" : ShellQuote.word(file)),
                new FieldsWriter().put("changed", paths).done());
    }

    /// @param problems at least one; the error object has them as `problems`
    /// @return the refusal of values that are missing or wrong
    public static RunRefused invalidInput(List<InputProblem> problems) {
        return invalidInput(problems, VALUES);
    }

    /// @param hint the way out
    /// @return the refusal of values that are missing or wrong
    public static RunRefused invalidInput(List<InputProblem> problems, String hint) {
        return new RunRefused("invalid_input", InputProblem.joined(problems), hint, problems);
    }

    /// @param problems at least one
    /// @return the refusal of a workflow that is wrong only because of the values that come into it
    public static RunRefused invalidWorkflow(List<InputProblem> problems) {
        return new RunRefused("invalid_workflow", InputProblem.joined(problems), null, problems);
    }

    /// @return what is missing or wrong of the values that come into the run; empty where it is refused for something
    ///     else
    public List<InputProblem> problems() {
        return problems;
    }

    /// @return further members of the error object
    public Value.Fields more() {
        return more;
    }

    /// @return such as `run_busy`
    public String code() {
        return code;
    }

    /// @return the exit code of the command
    public int exitCode() {
        return exitCode;
    }

    /// @return the way out, or null
    public @Nullable String hint() {
        return hint;
    }
}
