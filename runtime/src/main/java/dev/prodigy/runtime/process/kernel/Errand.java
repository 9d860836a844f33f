package dev.prodigy.runtime.process.kernel;

/// A program that does something for prodigy itself, such as git: started like a step, out of reach of signals to
/// prodigy's process group, and awaited. What it prints goes to files in memory, so nobody need read while it runs,
/// and it comes to its end even when prodigy dies.
public final class Errand {
    private Errand() {}

    /// How a program ended and what it printed.
    ///
    /// @param exitCode its exit code; 128 and the signal's number when one killed it
    @SuppressWarnings("ArrayRecordComponent") // output that nobody compares
    public record Result(int exitCode, byte[] stdout, byte[] stderr) {}

    /// Runs a program to its end, whatever interrupts the thread meanwhile. A virtual thread leaves its carrier.
    ///
    /// @throws KernelException when it did not start, see {@link Errno}, or what it printed cannot be read
    public static Result run(Start start) throws KernelException {
        int stdout = Descriptors.memoryFile("");
        try {
            int stderr = Descriptors.memoryFile("");
            try {
                int status = status(start, stdout, stderr);
                return new Result(exitCode(status), Descriptors.content(stdout), Descriptors.content(stderr));
            } finally {
                Descriptors.close(stderr);
            }
        } finally {
            Descriptors.close(stdout);
        }
    }

    private static int status(Start start, int stdout, int stderr) throws KernelException {
        var own = OwnProcesses.startProgram(() -> Spawn.start(start, stdout, stderr));
        try {
            // the JVM's own threads wait for the end and leave the status
            ProcessHandle.of(own.pid()).ifPresent(process -> process.onExit().join());
            return Child.statusAtEnd(own.pid());
        } finally {
            own.reaped();
        }
    }

    private static int exitCode(int status) {
        int signal = status & 0x7f;
        return signal == 0 ? (status >> 8) & 0xff : 128 + signal;
    }
}
