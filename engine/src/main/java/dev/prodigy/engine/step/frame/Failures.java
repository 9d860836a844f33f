package dev.prodigy.engine.step.frame;

import dev.prodigy.engine.classify.Classifier;
import dev.prodigy.engine.classify.PrintedAt;
import dev.prodigy.engine.classify.ProcessEnd;
import dev.prodigy.engine.signature.Signature;
import dev.prodigy.engine.step.result.Trace;
import dev.prodigy.engine.world.Ran;
import dev.prodigy.engine.world.Tree;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.model.error.Category;
import dev.prodigy.model.error.ErrorCode;
import dev.prodigy.model.error.ErrorJson;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.Evidence;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.error.Origin;
import dev.prodigy.model.error.TimeoutScope;
import dev.prodigy.model.step.FileFormat;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.value.Value;
import java.time.ZoneOffset;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The errors that steps end in, as records (spec 02 §2).
public final class Failures {
    private static final int SIGNAL_BASE = 128;
    private static final int NOT_FOUND = 127;

    /// Code of a validation that ended below its threshold (spec 02 §2).
    public static final String INCOMPLETE = "VALIDATION_INCOMPLETE";

    private Failures() {}

    /// @return the error of an ended shell text; null when it is good
    public static @Nullable ErrorRecord ofShell(Ran ran, Frame frame) {
        return switch (ran.end()) {
            case Ran.End.Exited(int code) when code == 0 -> null;
            case Ran.End.Exited(int code) -> known(ofExit(code, ran, frame), ran);
            case Ran.End.Killed(int signal) -> known(ofExit(SIGNAL_BASE + signal, ran, frame), ran);
            case Ran.End.TimedOut timedOut -> known(ofTimeout(timedOut, ran, frame), ran);
            case Ran.End.NotStarted(var message, boolean missing) -> notStarted(message, missing);
        };
    }

    /// @return that the nearest limit ended a program
    public static ErrorRecord ofTimeout(Ran.End.TimedOut timedOut, Ran ran, Frame frame) {
        var end = ended(0, ran);
        return switch (timedOut.scope()) {
            case ATTEMPT -> Classifier.ofTimeout(timedOut.limit().toMillis(), TimeoutScope.ATTEMPT, end);
            case IDLE -> Classifier.ofTimeout(timedOut.limit().toMillis(), TimeoutScope.IDLE, end);
            case DEADLINE -> timeout(frame.deadline());
        };
    }

    /// @return the error of a limit around a step
    public static ErrorRecord timeout(Deadline deadline) {
        return Classifier.ofTimeout(deadline.limit().toMillis(), deadline.scope(), null);
    }

    /// @param missing whether there is no such program
    public static ErrorRecord notStarted(String message, boolean missing) {
        return missing
                ? ErrorRecord.of(ErrorCode.ofExit(NOT_FOUND), message).with(Evidence.NONE.withExit(NOT_FOUND, null))
                : ErrorRecord.of(ErrorCode.of("SPAWN_FAILED", Category.UNKNOWN), message);
    }

    /// @return how a program ended, for the rules that tell errors apart
    public static ProcessEnd ended(int status, Ran ran) {
        return new ProcessEnd(status, false, ran.stderr(), ran.stdout(), ran.said());
    }

    /// @return the error with what the program left as its evidence
    public static ErrorRecord known(ErrorRecord error, Ran ran) {
        return error.with(error.evidence()
                .withDuration(ran.duration().toMillis())
                .withOutput(Trace.of(ran).output()));
    }

    /// From here on texts are cut and normalised, so that the record is masked first.
    ///
    /// @return the error with its place, moment and signature, masked; an error of a step inside keeps its own
    public static ErrorRecord placed(ErrorRecord made, Step step, Frame frame) {
        return placed(made, step, step.label(), frame);
    }

    /// @param node that failed: the step, or a list that ended with it
    /// @return the same, where the step gives the kind of what was done there
    public static ErrorRecord placed(ErrorRecord made, Step step, String node, Frame frame) {
        if (made.origin().nodeId() != null) {
            return made;
        }
        var error = frame.world().redactor().redact(made);
        var at = frame.of(step);
        var origin = Origin.of(node, step.kind().keyword(), frame.world().now().now())
                .inRun(frame.settings().runId(), at.phase());
        var attempt = at.itemAttempt();
        return error.with(at.itemId() == null || attempt == null ? origin : origin.inItem(at.itemId(), attempt))
                .withSignature(Signature.of(error, item(frame)).id());
    }

    private static Value item(Frame frame) {
        return frame.isInItem() && frame.variables().outer().find("item") instanceof Binding.Present item
                ? item.value()
                : Value.Null.NULL;
    }

    /// @return the moment that relative times in outputs refer to
    public static PrintedAt printedAt(Frame frame) {
        return new PrintedAt(frame.world().now().now(), ZoneOffset.UTC);
    }

    /// @return that a placeholder has no value
    public static ErrorRecord undefined(String message) {
        return definition("UNDEFINED_VARIABLE", message);
    }

    /// @return that a placeholder cannot be filled
    public static ErrorRecord unfillable(String message) {
        return definition("EXPRESSION_ERROR", message);
    }

    /// @return a mistake in the workflow: neither tried again nor handled
    public static ErrorRecord definition(String code, String message) {
        return ErrorRecord.of(ErrorCode.of(code, Category.DEFINITION), message);
    }

    /// @return the error of a setting whose variable gives something else
    public static ErrorRecord invalidSetting(Text setting, String given, String expected) {
        return definition(
                "INVALID_VALUE",
                setting.span() + ": `" + setting.source() + "` is `" + given + "`, and must be " + expected);
    }

    /// @return the error of settings whose variables give what does not go together
    public static ErrorRecord clash(String message) {
        return definition("INVALID_VALUE", message);
    }

    /// @return that the directory of a step is missing
    public static ErrorRecord directoryNotFound(String path) {
        return ErrorRecord.of(KnownCode.DIRECTORY_NOT_FOUND.row(), "working_dir `" + path + "` is no directory");
    }

    /// @return that a path leads out of the working tree
    public static ErrorRecord leavesTree(String path) {
        return definition("INVALID_PATH", "`" + path + "` leads out of the working tree");
    }

    /// @param who had to commit, for people
    public static ErrorRecord commitMissing(String who) {
        return Classifier.ofFact(
                KnownCode.COMMIT_MISSING, who + " had to commit, and HEAD did not move forward to a different tree");
    }

    /// @param name of the variable, or null where only the default names take the output
    public static ErrorRecord capture(@Nullable String name, String trouble) {
        return trouble.equals("OUTPUT_TOO_LARGE")
                ? validation(
                        trouble,
                        "the output for " + (name == null ? "the capture" : "`" + name + "`")
                                + " is larger than 16 MiB")
                : validation("CAPTURE_FAILED", (name == null ? "capture: " : "capture `" + name + "`: ") + trouble);
    }

    /// @return that no changed file is the output
    public static ErrorRecord noOutput(String name, String glob) {
        return validation("OUTPUT_MISSING", "output `" + name + "`: no changed file matches `" + glob + "`");
    }

    /// A handler's failure is told beside the one it reacted to (spec 01 §5). A mistake in the handler's own text takes
    /// that one's place instead: it must not look like a handled failure (§4.2).
    ///
    /// @return the error that stands when a handler failed
    public static ErrorRecord both(ErrorRecord error, ErrorRecord ofHandler) {
        return ofHandler.category() == Category.DEFINITION
                ? ofHandler.causedAtFirstBy(error)
                : error.with("handler_error", ErrorJson.write(ofHandler));
    }

    /// @return that a validation ended below its threshold
    public static ErrorRecord incomplete(String message) {
        return validation(INCOMPLETE, message);
    }

    /// @return that a file was to have a format that its content has not
    public static ErrorRecord unparsable(FileFormat format, String path) {
        return validation(
                "VALIDATION_ERROR",
                "the content for `" + path + "` is not " + format.name().toUpperCase(Locale.ROOT));
    }

    /// @return that a declared secret was to be written down
    public static ErrorRecord secretInFile(String path) {
        return validation("SECRET_IN_FILE", "the content for `" + path + "` contains a secret, which no file may hold");
    }

    /// @return that a file was to be named by a declared secret
    public static ErrorRecord secretInPath(Text path) {
        return definition(
                "SECRET_IN_FILE", "the path `" + path.source() + "` contains a secret, which no file's name may hold");
    }

    /// @return that a breaker was to be named by a declared secret
    public static ErrorRecord secretInKey() {
        return definition(
                "INVALID_VALUE",
                "`circuit_breaker.key` contains a secret, and the name of a breaker stands in events and reports: name it"
                        + " by something else");
    }

    /// @return that a file could not be written
    public static ErrorRecord notWritten(String trouble) {
        return ErrorRecord.of(ErrorCode.of("WRITE_FAILED", Category.COMMAND_FAILED), trouble);
    }

    /// @return a failure of the category `validation`
    public static ErrorRecord validation(String code, String message) {
        return ErrorRecord.of(ErrorCode.of(code, Category.VALIDATION), message);
    }

    /// @return the error of work with git that is not as it must be
    public static ErrorRecord of(Tree.Trouble trouble) {
        return ErrorRecord.of(KnownCode.valueOf(trouble.code()).row(), trouble.message());
    }

    private static ErrorRecord ofExit(int status, Ran ran, Frame frame) {
        return Classifier.ofProcess(ended(status, ran), printedAt(frame));
    }
}
