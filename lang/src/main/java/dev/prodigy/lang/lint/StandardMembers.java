package dev.prodigy.lang.lint;

import dev.prodigy.model.step.StepKind;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What can be read of every step's result under its id (spec 01 §2, §7). An output of the same name is not read there.
public final class StandardMembers {
    static final Set<String> PLAIN =
            Set.of("output", "stdout", "stderr", "exit_code", "success", "duration", "truncated");
    static final Set<String> ID = Set.of("status", "skipped", "attempts", "commits", "files_changed");
    static final Set<String> AGENT = Set.of("model", "cost_usd", "usage", "log");
    static final Set<String> LOOP = Set.of("results", "successful", "failed", "total");

    private StandardMembers() {}

    /// A called workflow's outputs come before what the call printed, but not before how it went (spec 01 §12).
    ///
    /// @return whether this is read of the call itself
    public static boolean tellsOfCall(String name) {
        return name.equals("success") || ID.contains(name);
    }

    /// @return the members of a step of this kind
    static Set<String> of(StepKind kind) {
        return Stream.of(PLAIN, ID, ofKind(kind)).flatMap(Set::stream).collect(Collectors.toUnmodifiableSet());
    }

    private static Set<String> ofKind(StepKind kind) {
        return switch (kind) {
            case StepKind.Agent _ -> AGENT;
            case StepKind.Foreach _ -> LOOP;
            case StepKind.Inline(var _, var _, var _, var _, var _, var body)
            when !body.isEmpty() -> ofKind(body.getLast().kind());
            case StepKind.Shell _,
                    StepKind.WriteFile _,
                    StepKind.Validate _,
                    StepKind.SubWorkflow _,
                    StepKind.Inline _,
                    StepKind.Removed _ -> Set.of();
        };
    }
}
