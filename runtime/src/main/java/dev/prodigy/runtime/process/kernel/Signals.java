package dev.prodigy.runtime.process.kernel;

import static dev.prodigy.runtime.process.kernel.Libc.function;

/// Sends signals to process groups.
public final class Signals {
    public static final int KILL = 9;
    public static final int TERM = 15;
    static final int CONT = 18;
    static final int CHILD = 17;
    private static final Libc.Function SEND = function("kill");

    private static final Libc.Function HANDLE = function("signal");
    private static final int BY_DEFAULT = 0;

    private Signals() {}

    /// Undoes what whoever started prodigy may have done: with `SIGCHLD` ignored the kernel throws the status of
    /// dead children away.
    static void keepStatusOfChildren() {
        Libc.call(HANDLE, CHILD, BY_DEFAULT);
    }

    /// @return whether the kernel knows no process, not even a dead one, in this group
    public static boolean isEmpty(int group) {
        return Libc.call(SEND, -group, 0) == -Errno.ESRCH;
    }

    /// Has a stopped process go on.
    static void wake(int pid) {
        Libc.call(SEND, pid, CONT);
    }

    /// Signals a process, and the group that it leads if it does.
    static void toProcessAndGroup(int pid, int signal) {
        Libc.call(SEND, pid, signal);
        Libc.call(SEND, -pid, signal);
    }

    /// Signals every process of a group at once, so that none escapes by forking meanwhile. Stopped ones are
    /// woken, or they would sleep through it.
    public static void toGroup(int group, int signal) {
        Libc.call(SEND, -group, signal);
        Libc.call(SEND, -group, CONT);
    }
}
