package dev.prodigy.runtime.run.request;

import dev.prodigy.model.workflow.Header;
import org.jspecify.annotations.Nullable;

/// Which profile holds for a run (spec 01 §13). The one that holds where it begins, or none, holds to its end.
public sealed interface ProfileChoice {
    /// The environment variable that names one; where a call itself sets it, the called workflow follows it.
    String VARIABLE = "PRODIGY_PROFILE";

    /// The command line, the environment or the configuration names one.
    record Asked(String name) implements ProfileChoice {}

    /// The workflow's own word, as its file has it now.
    record OfWorkflow() implements ProfileChoice {}

    /// The workflow's own word where the run began.
    ///
    /// @param name null = none
    record Kept(@Nullable String name) implements ProfileChoice {}

    /// @param name null = nobody names one
    static ProfileChoice asked(@Nullable String name) {
        return name == null ? new OfWorkflow() : new Asked(name);
    }

    /// @return the active profile, or null
    default @Nullable String in(Header header) {
        return switch (this) {
            case Asked(var name) -> name;
            case OfWorkflow _ -> header.environment().activeProfile();
            case Kept(var name) -> name;
        };
    }

    /// @return the same, whatever the file will say later
    default ProfileChoice kept(Header header) {
        return this instanceof OfWorkflow ? new Kept(in(header)) : this;
    }

    /// @return of a workflow that is called: what was asked for holds for it where it has one of that name
    default ProfileChoice ofCalled(Header called) {
        return this instanceof Asked(var name)
                        && called.environment().profiles().containsKey(name)
                ? this
                : new OfWorkflow();
    }
}
