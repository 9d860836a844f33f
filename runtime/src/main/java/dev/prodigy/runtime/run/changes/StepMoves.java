package dev.prodigy.runtime.run.changes;

import dev.prodigy.engine.ledger.StandingSteps.Standing;
import dev.prodigy.lang.load.StepForms;
import dev.prodigy.lang.yaml.Differences;
import dev.prodigy.model.value.Value;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Whether the steps that a run goes on behind stand in its changed workflow where they stood (spec 03 §14).
///
/// A step is the same where its form is. Another one in its place is taken for the same step, edited, where both have
/// the same id, or where they have none and nothing else says that the steps of the list were moved.
///
/// @param readings both workflows in one spelling, and in others that mean the same
/// @param same whether two values, the earlier one first, count as one
record StepMoves(List<Reading> readings, BiPredicate<Value, Value> same) {
    StepMoves {
        readings = List.copyOf(readings);
    }

    /// One spelling.
    ///
    /// @param was the steps as they were recorded
    /// @param is the steps as they are now
    record Reading(StepForms was, StepForms is) {}

    /// @param standing what stands of steps, by their paths
    /// @return the paths of those in whose place there is nothing, or another step
    List<String> among(SortedMap<String, Standing> standing) {
        return standing.keySet().stream().filter(this::isMoved).toList();
    }

    /// @return whether a step that is a loop is one over something else now
    boolean hasOtherInput(String loop) {
        return readings.stream().noneMatch(reading -> {
            var before = input(reading.was().at(loop));
            return before == null || isSame(before, input(reading.is().at(loop)));
        });
    }

    private static @Nullable Value input(Value.@Nullable Fields step) {
        return step != null && step.get("foreach") instanceof Value.Fields loop ? loop.get("foreach") : null;
    }

    private StepForms was() {
        return readings.getFirst().was();
    }

    private StepForms is() {
        return readings.getFirst().is();
    }

    /// What has no place in the recorded steps goes by its name.
    private boolean isMoved(String path) {
        if (was().at(path) == null) {
            return false;
        }
        return is().at(path) == null || (!isSame(path, path) && !isEdited(path));
    }

    private boolean isEdited(String path) {
        var before = id(was().at(path));
        var now = id(is().at(path));
        boolean unnamed = before == null && now == null;
        return unnamed ? isEditedInPlace(path) : Objects.equals(before, now);
    }

    private static @Nullable Value id(Value.@Nullable Fields step) {
        return step == null ? null : step.get("id");
    }

    /// What stands in no list has no other place.
    private boolean isEditedInPlace(String path) {
        if (!path.endsWith("]")) {
            return true;
        }
        var list = path.substring(0, path.lastIndexOf('['));
        int count = was().count(list);
        return count == is().count(list)
                && IntStream.range(0, count)
                        .mapToObj(i -> list + "[" + i + "]")
                        .noneMatch(other -> !other.equals(path) && (isSame(other, path) || isSame(path, other)));
    }

    private boolean isSame(String before, String now) {
        return readings.stream()
                .anyMatch(
                        reading -> isSame(reading.was().at(before), reading.is().at(now)));
    }

    private boolean isSame(@Nullable Value before, @Nullable Value now) {
        if (before == null || now == null) {
            return before == null && now == null;
        }
        return Differences.between(before, now, same).isEmpty();
    }
}
