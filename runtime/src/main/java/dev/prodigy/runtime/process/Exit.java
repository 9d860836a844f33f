package dev.prodigy.runtime.process;

/// How a main process went.
public sealed interface Exit {
    /// @param status 0…255
    record Code(int status) implements Exit {}

    /// @param number of the signal that killed it
    record Signal(int number) implements Exit {}

    /// @return whether it exited with status 0
    default boolean isSuccess() {
        return equals(new Code(0));
    }

    /// @param status as of `waitpid`
    static Exit ofWaitStatus(int status) {
        int signal = status & 0x7f;
        return signal == 0 ? new Code(status >> 8 & 0xff) : new Signal(signal);
    }
}
