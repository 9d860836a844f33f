package dev.prodigy.runtime.run.attempt;

import dev.prodigy.engine.step.ListRunner;
import dev.prodigy.engine.step.frame.Frame;
import dev.prodigy.engine.step.result.ListResult;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Members;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.error.KnownCode;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.OnConflict;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Steps that resolve a merge conflict where the merge is in progress (spec 03 §10, `on_conflict`).
public final class ConflictSteps {
    private final ListRunner lists = new ListRunner();
    private final OnConflict policy;
    private @Nullable ErrorRecord error;
    private @Nullable String tried;

    /// @param policy what the workflow wants done about conflicts
    public ConflictSteps(OnConflict policy) {
        this.policy = policy;
    }

    /// @param round how many there were before
    /// @return what is done about a conflict, as its event says it: `fail`, `retry` or `steps`
    public String resolution(int round) {
        return switch (policy) {
            case OnConflict.Fail _ -> "fail";
            case OnConflict.Retry _ -> "retry";
            case OnConflict.Resolve _ -> wantsRound(round) ? "steps" : "fail";
        };
    }

    /// @param round how many there were before
    /// @return whether steps are to resolve it
    public boolean wantsRound(int round) {
        return policy instanceof OnConflict.Resolve resolve && round < resolve.maxRounds();
    }

    /// Runs the steps; they read `conflict.files` and `conflict.file_list`.
    ///
    /// @throws Cut when the run is ending
    public ListResult run(List<String> files, Frame frame) throws Cut {
        if (!(policy instanceof OnConflict.Resolve resolve)) {
            throw new IllegalStateException("no steps resolve conflicts here");
        }
        frame.variables()
                .namespace(
                        "conflict",
                        Members.of(Map.of(
                                "files", Binding.data(Value.ofTexts(files)),
                                "file_list", Binding.data(Value.of(String.join("\n", files))))));
        var list = lists.run(resolve.steps(), frame);
        error = list.error();
        tried = error == null ? null : told(error);
        return list;
    }

    /// @return which of the steps failed, and with what, for people
    static String told(ErrorRecord failure) {
        var step = failure.origin().nodeId();
        return "the steps of on_conflict failed: " + (step == null ? "" : step + " with ") + failure.code();
    }

    /// The conflict is still there. Where a step failed that says more.
    public void leftOpen(String how) {
        if (error == null) {
            error = ErrorRecord.of(KnownCode.MERGE_CONFLICT.row(), how);
            tried = how;
        }
    }

    /// The steps cannot run.
    public void failed(ErrorRecord why) {
        error = why;
        tried = told(why);
    }

    /// @return what the steps came to, for people; null where there are none
    @Nullable
    public String tried() {
        return tried;
    }

    /// @return the error with that of the steps as its cause, if they failed
    public ErrorRecord explained(ErrorRecord conflict) {
        return error == null ? conflict : conflict.causedBy(error);
    }
}
