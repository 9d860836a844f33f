package dev.prodigy.runtime.letter;

import dev.prodigy.model.event.Context;
import dev.prodigy.model.event.ControlEvent;
import dev.prodigy.model.event.Event;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.LetterEvent;
import dev.prodigy.model.event.PhaseEvent;
import dev.prodigy.model.event.RunEvent;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.event.UnknownEvent;
import dev.prodigy.model.event.WorktreeEvent;
import dev.prodigy.model.item.ItemId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Folds a run's events into its dead letters. Pure: the same events give the same letters, live or from a journal.
///
/// What is remembered grows with the items that failed or are under way, not with all of them.
public final class DeadLetters {
    private final String jobId;
    private final Map<String, Course> courses = new HashMap<>();

    /// What happened to one item so far.
    private static final class Course {
        private final List<FailedAttempt> failures = new ArrayList<>();
        private String key = "";
        private @Nullable String correlationId;
        private @Nullable Instant startedAt;
        private DeadLetter.@Nullable Facts facts;

        boolean isEmpty() {
            return failures.isEmpty() && facts == null;
        }
    }

    /// @param jobId the run
    public DeadLetters(String jobId) {
        this.jobId = jobId;
    }

    /// Takes the next event.
    public void take(Instant at, Context context, Event event) {
        var item = context.itemId();
        if (item == null) {
            return;
        }
        switch (event) {
            case ItemEvent.Started started -> begun(course(item), at, context, started);
            case ItemEvent.Failed failed -> failed(course(item), at, context, failed);
            case ItemEvent.Completed _ -> courses.remove(item);
            case ItemEvent.Interrupted _, ItemEvent.Skipped _ ->
                courses.computeIfPresent(item, (_, course) -> course.isEmpty() ? null : course);
            case LetterEvent.Added added ->
                course(item).facts = new DeadLetter.Facts(
                        added.attemptCount(),
                        added.signature(),
                        added.failureReason(),
                        added.reprocessEligible(),
                        added.branch(),
                        added.salvageRef(),
                        added.conflicts());
            case LetterEvent.Updated updated ->
                course(item).facts = new DeadLetter.Facts(
                        updated.attemptCount(),
                        updated.signature(),
                        updated.failureReason(),
                        updated.reprocessEligible(),
                        updated.branch(),
                        updated.salvageRef(),
                        updated.conflicts());
            case LetterEvent.Removed _ -> course(item).facts = null;
            case ItemEvent.Loaded _, ItemEvent.Waiting _, ItemEvent.Requeued _ -> {}
            case LetterEvent.RetryStarted _, LetterEvent.RetryCompleted _ -> {}
            case RunEvent _, PhaseEvent _, StepEvent _, ControlEvent _, WorktreeEvent _, UnknownEvent _ -> {}
        }
    }

    /// @return the letters there are now, in item order
    public List<DeadLetter> letters() {
        var letters = new ArrayList<DeadLetter>();
        courses.forEach((item, course) -> {
            if (course.facts != null) {
                var identity = new DeadLetter.Identity(jobId, item, course.key, course.correlationId);
                letters.add(new DeadLetter(identity, course.facts, course.failures));
            }
        });
        letters.sort(Comparator.comparingInt(
                (DeadLetter letter) -> ItemId.index(letter.identity().itemId())));
        return letters;
    }

    private Course course(String item) {
        return courses.computeIfAbsent(item, _ -> new Course());
    }

    private static void begun(Course course, Instant at, Context context, ItemEvent.Started started) {
        course.key = started.itemKey();
        course.startedAt = at;
        if (course.correlationId == null) {
            course.correlationId = context.correlationId();
        }
    }

    private static void failed(Course course, Instant at, Context context, ItemEvent.Failed failed) {
        var number = context.attempt();
        course.failures.add(new FailedAttempt(
                number == null ? failed.attempts() : number,
                context.agentId(),
                course.startedAt,
                at,
                failed.durationMs(),
                failed.error(),
                failed.signature()));
    }
}
