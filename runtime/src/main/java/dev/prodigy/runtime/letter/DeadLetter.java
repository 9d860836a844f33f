package dev.prodigy.runtime.letter;

import dev.prodigy.engine.signature.Signature;
import dev.prodigy.model.error.ErrorJson;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.event.LetterEvent;
import dev.prodigy.model.item.ItemId;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An item that failed for good, and all that is known about why.
///
/// @param handlerError what its custom handler failed with, or null
/// @param history its failed attempts, oldest first; at least one unless the journal is cut
public record DeadLetter(
        Identity identity,
        LetterEvent.Facts facts,
        @Nullable ErrorRecord handlerError,
        List<LetterAttempt> history) {
    private static final int VERSION = 1;
    private static final int LONGEST_DETAILS = 4096;

    public DeadLetter {
        history = List.copyOf(history);
        var ran = lastThatRan(history);
        // a refusal leaves no work behind; that of the attempt before is where it was
        facts = ran == null || !history.getLast().isRefusal()
                ? facts
                : facts.keeping(ran.branch(), ran.salvageRef(), ran.keptDirectory());
    }

    /// Which item it is; the same over all retries.
    ///
    /// @param jobId the run
    /// @param itemKey empty where no attempt told it
    /// @param correlationId null where no event told it
    public record Identity(
            String jobId,
            String itemId,
            String itemKey,
            @Nullable String correlationId) {
        /// @return whether nothing is missing
        public boolean isWhole() {
            return !itemKey.isEmpty() && correlationId != null;
        }

        Identity keyed(String key) {
            return new Identity(jobId, itemId, key, correlationId);
        }

        Identity with(Identity known) {
            return new Identity(
                    jobId,
                    itemId,
                    itemKey.isEmpty() ? known.itemKey : itemKey,
                    correlationId == null ? known.correlationId : correlationId);
        }
    }

    /// @return the item's position in the run, from 0
    public int index() {
        return ItemId.index(identity.itemId());
    }

    /// @return the letter without what may be large, for lists of many
    public DeadLetter withoutHistory() {
        return new DeadLetter(identity, facts, handlerError, List.of());
    }

    /// @return the letter as that of an item of which more is known
    public DeadLetter of(Identity known) {
        return new DeadLetter(known, facts, handlerError, history);
    }

    /// @return whether the letter knows of every execution that it counts, and when each began
    public boolean isWhole() {
        long ran = history.stream().filter(each -> !each.isRefusal()).count();
        // higher numbers are of attempts that crashes cut off, of which it may have told
        boolean isNumbered = history.isEmpty() || history.getLast().attempt() <= facts.attemptCount();
        boolean isBegun = history.stream().allMatch(each -> each.isRefusal() || each.startedAt() != null);
        return ran >= facts.attemptCount() && isNumbered && isBegun;
    }

    /// @param earlier failed attempts, oldest first; of those that the letter knows itself only the first counts, whose
    ///     beginning the letter may not know
    /// @param begun when the attempt behind them began, or null
    /// @return the letter with what happened before
    public DeadLetter after(List<LetterAttempt> earlier, @Nullable Instant begun) {
        var all = new ArrayList<LetterAttempt>();
        var known = new ArrayList<>(history);
        for (var each : earlier) {
            if (!known.isEmpty() && each.isThatOf(known.getFirst())) {
                known.set(0, each.isRefusal() ? known.getFirst() : each.finallyWith(known.getFirst()));
                break;
            }
            all.add(each);
        }
        if (!known.isEmpty()) {
            known.set(0, known.getFirst().begunAt(begun));
        }
        all.addAll(known);
        return new DeadLetter(identity, facts, handlerError, all);
    }

    /// @return whether any of its attempts left a log
    public boolean hasLogs() {
        return history.stream().anyMatch(LetterAttempt::hasLogs);
    }

    /// @return the last failure, or null
    public @Nullable ErrorRecord error() {
        return history.isEmpty() ? null : history.getLast().error();
    }

    /// What the item left behind, it left before its breaker refused it; where that is all there is, the refusal
    /// stands.
    private @Nullable LetterAttempt lastSeen() {
        var ran = lastThatRan(history);
        return ran != null || history.isEmpty() ? ran : history.getLast();
    }

    static @Nullable LetterAttempt lastThatRan(List<LetterAttempt> history) {
        return history.reversed().stream()
                .filter(each -> !each.isRefusal())
                .findFirst()
                .orElse(null);
    }

    /// @param data the item as it was loaded
    /// @return the record of spec 05 §7
    public Value.Fields toValue(Value data) {
        var record = new FieldsWriter()
                .put("version", VERSION)
                .put("job_id", identity.jobId())
                .put("item_id", identity.itemId())
                .put("item_key", identity.itemKey())
                .put("item_data", data)
                .put("correlation_id", identity.correlationId())
                .put("failure_reason", facts.failureReason());
        var error = error();
        var seen = lastSeen();
        if (error != null && seen != null) {
            record.put("error_details", details(seen.error()))
                    .put("error_type", error.category().word())
                    .put("failed_at", seen.failedAt());
        }
        record.put("attempt_count", facts.attemptCount()).put("signature", facts.signature());
        if (error != null) {
            record.put("normalized", Signature.of(error, data).normalised());
        }
        return record.put("reprocess_eligible", facts.reprocessEligible())
                .put("branch", Value.of(facts.branch()))
                .put("salvage_ref", Value.of(facts.salvageRef()))
                .put("kept_directory", Value.of(facts.keptDirectory()))
                .put("conflicts", facts.conflicts())
                .put("handler_error", handlerError == null ? Value.Null.NULL : ErrorJson.write(handlerError))
                .put("logs", seen == null ? List.of() : seen.logs())
                .put(
                        "history",
                        new Value.Items(history.stream()
                                .<Value>map(LetterAttempt::toValue)
                                .toList()))
                .done();
    }

    /// The end of what the command said, else the message.
    private static String details(ErrorRecord error) {
        var said = error.evidence().output().evident();
        return end(said == null || said.isBlank() ? error.message() : said);
    }

    /// Cuts at the front, never inside of a character.
    private static String end(String text) {
        int from = text.length();
        int bytes = 0;
        while (from > 0) {
            int start = text.offsetByCodePoints(from, -1);
            bytes += text.substring(start, from).getBytes(StandardCharsets.UTF_8).length;
            if (bytes > LONGEST_DETAILS) {
                return text.substring(from);
            }
            from = start;
        }
        return text;
    }
}
