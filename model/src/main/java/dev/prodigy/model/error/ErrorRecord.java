package dev.prodigy.model.error;

import dev.prodigy.model.value.Value;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One failure, as it is shown everywhere: results, events, dead letters, `state._last_error` and `${error.*}`
/// (spec 02 §2.1). Texts in it are redacted by whoever makes it.
///
/// @param code the most specific code
/// @param codes all names a matcher may use for it, the code first
/// @param message one line of at most 2 KiB
/// @param retryable the classification, unchanged by what was tried
/// @param signature the cluster it belongs to (spec 02 §9.3), or null
/// @param cause the earlier error that this one replaced, or null; at most {@link #MAX_CAUSES} deep
/// @param stackTrace of an engine-internal failure, for the journal only, or null
/// @param further members that a mode adds (a graph: `token_id`, `branch_errors` …), kept as they are
public record ErrorRecord(
        String code,
        List<String> codes,
        Category category,
        String message,
        boolean retryable,
        Retries retries,
        Origin origin,
        Evidence evidence,
        @Nullable String signature,
        @Nullable ErrorRecord cause,
        @Nullable String stackTrace,
        Value.Fields further) {

    /// How many causes one record carries below itself.
    public static final int MAX_CAUSES = 5;

    private static final Value.Fields NOTHING = new Value.Fields(Map.of());

    public ErrorRecord {
        codes = List.copyOf(codes);
        cause = cause == null ? null : cause.cutBelow(MAX_CAUSES - 1);
    }

    /// @return a record of what is known at the place of the failure; the layers around it add the rest
    public static ErrorRecord of(ErrorCode code, String message) {
        return of(code, message, Evidence.NONE);
    }

    /// @return a record of what is known at the place of the failure; the layers around it add the rest
    public static ErrorRecord of(ErrorCode code, String message, Evidence evidence) {
        return new ErrorRecord(
                code.code(),
                code.codes(),
                code.category(),
                message,
                code.retryable(),
                Retries.NONE,
                Origin.UNKNOWN,
                evidence,
                null,
                null,
                null,
                NOTHING);
    }

    /// @return whether it tells of an item that crashes of the program cut off again and again (spec 03 §14): none of
    ///     these attempts came to an end
    public boolean isCrashLoop() {
        return code.equals(KnownCode.CRASH_LOOP.name()) && !origin.isOfStep();
    }

    /// @return this record in other words
    public ErrorRecord saying(String words) {
        return changed(draft -> draft.message = words);
    }

    /// @return this record after the layer's decision about further attempts
    public ErrorRecord with(Retries decided) {
        return changed(draft -> draft.retries = decided);
    }

    /// @return this record with its place
    public ErrorRecord with(Origin place) {
        return changed(draft -> draft.origin = place);
    }

    /// @return this record with other evidence
    public ErrorRecord with(Evidence found) {
        return changed(draft -> draft.evidence = found);
    }

    /// @return this record with further names for matchers
    public ErrorRecord withCodes(List<String> more) {
        var all = new LinkedHashSet<>(codes);
        all.addAll(more);
        return changed(draft -> draft.codes = List.copyOf(all));
    }

    /// @return this record with the cluster it belongs to
    public ErrorRecord withSignature(String cluster) {
        return changed(draft -> draft.signature = cluster);
    }

    /// @return this record with the error it replaced; causes deeper than {@link #MAX_CAUSES} are dropped
    public ErrorRecord causedBy(@Nullable ErrorRecord earlier) {
        return changed(draft -> draft.cause = earlier);
    }

    /// @return this record, at the end of whose causes stands one more
    public ErrorRecord causedAtFirstBy(ErrorRecord earliest) {
        return causedBy(cause == null ? earliest : cause.causedAtFirstBy(earliest));
    }

    /// @return this record with one more member that a mode adds
    public ErrorRecord with(String name, Value value) {
        var members = new LinkedHashMap<>(further.members());
        members.put(name, value);
        return changed(draft -> draft.further = new Value.Fields(members));
    }

    private ErrorRecord cutBelow(int depth) {
        if (cause == null) {
            return this;
        }
        return depth == 0 ? causedBy(null) : hasCausesBelow(depth) ? causedBy(cause.cutBelow(depth - 1)) : this;
    }

    private boolean hasCausesBelow(int depth) {
        var at = cause;
        for (var below = depth; at != null && below > 0; below--) {
            at = at.cause;
        }
        return at != null;
    }

    private ErrorRecord changed(Consumer<Draft> change) {
        var draft = new Draft(this);
        change.accept(draft);
        return draft.done();
    }

    /// A record while one of its members is exchanged.
    private static final class Draft {
        private final ErrorRecord from;
        private List<String> codes;
        private String message;
        private Retries retries;
        private Origin origin;
        private Evidence evidence;
        private @Nullable String signature;
        private @Nullable ErrorRecord cause;
        private Value.Fields further;

        private Draft(ErrorRecord from) {
            this.from = from;
            codes = from.codes;
            message = from.message;
            retries = from.retries;
            origin = from.origin;
            evidence = from.evidence;
            signature = from.signature;
            cause = from.cause;
            further = from.further;
        }

        private ErrorRecord done() {
            return new ErrorRecord(
                    from.code,
                    codes,
                    from.category,
                    message,
                    from.retryable,
                    retries,
                    origin,
                    evidence,
                    signature,
                    cause,
                    from.stackTrace,
                    further);
        }
    }
}
