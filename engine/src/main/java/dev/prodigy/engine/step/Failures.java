package dev.prodigy.engine.step;

import dev.prodigy.engine.classify.Classifier;
import dev.prodigy.engine.classify.PrintedAt;
import dev.prodigy.engine.classify.ProcessEnd;
import dev.prodigy.engine.signature.Signature;
import dev.prodigy.engine.world.Ran;
import dev.prodigy.engine.world.Tree;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.model.error.Category;
import dev.prodigy.model.error.ErrorCode;
import dev.prodigy.model.error.ErrorJson;
import dev.prodigy.model.error.ErrorRecord;
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
final class Failures {
    private static final int SIGNAL_BASE = 128;
    private static final int NOT_FOUND = 127;

    static final String INCOMPLETE = "VALIDATION_INCOMPLETE";

    private Failures() {}

    /// @return the error of an ended shell text; null when it is good
    static @Nullable ErrorRecord ofShell(Ran ran, Frame frame) {
        return switch (ran.end()) {
            case Ran.End.Exited(int code) when code == 0 -> null;
            case Ran.End.Exited(int code) -> known(ofExit(code, ran, frame), ran);
            case Ran.End.Killed(int signal) -> known(ofExit(SIGNAL_BASE + signal, ran, frame), ran);
            case Ran.End.TimedOut timedOut -> known(ofTimeout(timedOut, ran, frame), ran);
            case Ran.End.NotStarted(var message, boolean missing) -> notStarted(message, missing);
        };
    }

    static ErrorRecord ofTimeout(Ran.End.TimedOut timedOut, Ran ran, Frame frame) {
        var end = ended(0, ran);
        return switch (timedOut.scope()) {
            case ATTEMPT -> Classifier.ofTimeout(timedOut.limit().toMillis(), TimeoutScope.ATTEMPT, end);
            case IDLE -> Classifier.ofTimeout(timedOut.limit().toMillis(), TimeoutScope.IDLE, end);
            case DEADLINE -> timeout(frame.deadline());
        };
    }

    /// @return the error of a limit around a step
    static ErrorRecord timeout(Deadline deadline) {
        return Classifier.ofTimeout(deadline.limit().toMillis(), deadline.scope(), null);
    }

    static ErrorRecord notStarted(String message, boolean missing) {
        return missing
                ? ErrorRecord.of(ErrorCode.ofExit(NOT_FOUND), message)
                        .with(dev.prodigy.model.error.Evidence.NONE.withExit(NOT_FOUND, null))
                : ErrorRecord.of(ErrorCode.of("SPAWN_FAILED", Category.UNKNOWN), message);
    }

    static ProcessEnd ended(int status, Ran ran) {
        return new ProcessEnd(status, false, ran.stderr(), ran.stdout(), ran.said());
    }

    static ErrorRecord known(ErrorRecord error, Ran ran) {
        return error.with(error.evidence()
                .withDuration(ran.duration().toMillis())
                .withOutput(Trace.of(ran).output()));
    }

    /// From here on texts are cut and normalised, so that the record is masked first.
    ///
    /// @return the error with its place, moment and signature, masked; an error of a step inside keeps its own
    static ErrorRecord placed(ErrorRecord made, Step step, Frame frame) {
        return placed(made, step, step.label(), frame);
    }

    /// @param node that failed: the step, or a list that ended with it
    /// @return the same, where the step gives the kind of what was done there
    static ErrorRecord placed(ErrorRecord made, Step step, String node, Frame frame) {
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
    static PrintedAt printedAt(Frame frame) {
        return new PrintedAt(frame.world().now().now(), ZoneOffset.UTC);
    }

    static ErrorRecord undefined(String message) {
        return definition("UNDEFINED_VARIABLE", message);
    }

    static ErrorRecord unfillable(String message) {
        return definition("EXPRESSION_ERROR", message);
    }

    static ErrorRecord definition(String code, String message) {
        return ErrorRecord.of(ErrorCode.of(code, Category.DEFINITION), message);
    }

    /// @return the error of a setting whose variable gives something else
    static ErrorRecord invalidSetting(Text setting, String given, String expected) {
        return definition(
                "INVALID_VALUE",
                setting.span() + ": `" + setting.source() + "` is `" + given + "`, and must be " + expected);
    }

    /// @return the error of settings whose variables give what does not go together
    static ErrorRecord clash(String message) {
        return definition("INVALID_VALUE", message);
    }

    static ErrorRecord directoryNotFound(String path) {
        return ErrorRecord.of(KnownCode.DIRECTORY_NOT_FOUND.row(), "working_dir `" + path + "` is no directory");
    }

    static ErrorRecord leavesTree(String path) {
        return definition("INVALID_PATH", "`" + path + "` leads out of the working tree");
    }

    static ErrorRecord commitMissing(String who) {
        return Classifier.ofFact(
                KnownCode.COMMIT_MISSING, who + " had to commit, and HEAD did not move forward to a different tree");
    }

    /// @param name of the variable, or null where only the default names take the output
    static ErrorRecord capture(@Nullable String name, String trouble) {
        return trouble.equals("OUTPUT_TOO_LARGE")
                ? validation(
                        trouble,
                        "the output for " + (name == null ? "the capture" : "`" + name + "`")
                                + " is larger than 16 MiB")
                : validation("CAPTURE_FAILED", (name == null ? "capture: " : "capture `" + name + "`: ") + trouble);
    }

    static ErrorRecord noOutput(String name, String glob) {
        return validation("OUTPUT_MISSING", "output `" + name + "`: no changed file matches `" + glob + "`");
    }

    /// A handler's failure is told beside the one it reacted to (spec 01 §5). A mistake in the handler's own text takes
    /// that one's place instead: it must not look like a handled failure (§4.2).
    ///
    /// @return the error that stands when a handler failed
    static ErrorRecord both(ErrorRecord error, ErrorRecord ofHandler) {
        return ofHandler.category() == Category.DEFINITION
                ? ofHandler.causedAtFirstBy(error)
                : error.with("handler_error", ErrorJson.write(ofHandler));
    }

    static ErrorRecord incomplete(String message) {
        return validation(INCOMPLETE, message);
    }

    static ErrorRecord unparsable(FileFormat format, String path) {
        return validation(
                "VALIDATION_ERROR",
                "the content for `" + path + "` is not " + format.name().toUpperCase(Locale.ROOT));
    }

    static ErrorRecord secretInFile(String path) {
        return validation("SECRET_IN_FILE", "the content for `" + path + "` contains a secret, which no file may hold");
    }

    static ErrorRecord secretInPath(Text path) {
        return definition(
                "SECRET_IN_FILE", "the path `" + path.source() + "` contains a secret, which no file's name may hold");
    }

    static ErrorRecord secretInKey() {
        return definition(
                "INVALID_VALUE",
                "`circuit_breaker.key` contains a secret, and the name of a breaker stands in events and reports: name it"
                        + " by something else");
    }

    static ErrorRecord notWritten(String trouble) {
        return ErrorRecord.of(ErrorCode.of("WRITE_FAILED", Category.COMMAND_FAILED), trouble);
    }

    static ErrorRecord validation(String code, String message) {
        return ErrorRecord.of(ErrorCode.of(code, Category.VALIDATION), message);
    }

    /// @return the error of work with git that is not as it must be
    static ErrorRecord of(Tree.Trouble trouble) {
        return ErrorRecord.of(KnownCode.valueOf(trouble.code()).row(), trouble.message());
    }

    private static ErrorRecord ofExit(int status, Ran ran, Frame frame) {
        return Classifier.ofProcess(ended(status, ran), printedAt(frame));
    }
}
