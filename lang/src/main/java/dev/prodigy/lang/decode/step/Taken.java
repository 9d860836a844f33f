package dev.prodigy.lang.decode.step;

/// The names that keys of steps have already, so that no agent can have them (spec 01 §11).
public final class Taken {
    private static final String CLAUDE = "claude";

    private Taken() {}

    /// @return whether the name is a kind of step other than an agent, or an option of steps
    public static boolean contains(String name) {
        boolean kind = StepKinds.isNamed(name) && !name.equals(CLAUDE);
        return kind
                || StepOptionKeys.ALL.names().contains(name)
                || HandlerKeys.CONTROL.names().contains(name);
    }
}
