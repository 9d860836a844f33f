package dev.prodigy.runtime.process.kernel;

/// The error numbers of Linux that prodigy tells apart. They are equal on every architecture that JDK 25
/// supports.
public final class Errno {
    public static final int EPERM = 1;
    public static final int ENOENT = 2;
    public static final int ESRCH = 3;
    public static final int EINTR = 4;
    public static final int E2BIG = 7;
    public static final int ENOEXEC = 8;
    public static final int EAGAIN = 11;
    public static final int ENOMEM = 12;
    public static final int EACCES = 13;
    public static final int ENOTDIR = 20;
    public static final int ENFILE = 23;
    public static final int EMFILE = 24;
    public static final int ETXTBSY = 26;
    public static final int ENOSYS = 38;

    private Errno() {}

    /// @return whether the same call may succeed a little later: processes, memory or descriptors have run out,
    ///     or another process still holds the program open for writing
    public static boolean isShortage(int errno) {
        return switch (errno) {
            case EAGAIN, ENOMEM, ENFILE, EMFILE, ETXTBSY -> true;
            default -> false;
        };
    }

    /// @return whether this process, or the machine, may open no more files
    public static boolean isOfDescriptors(int errno) {
        return errno == EMFILE || errno == ENFILE;
    }

    /// @return a few words for people
    public static String text(int errno) {
        return switch (errno) {
            case EPERM -> "operation not permitted";
            case ENOENT -> "no such file or directory";
            case E2BIG -> "arguments and environment are too long";
            case ENOEXEC -> "not an executable format";
            case EAGAIN -> "no more processes allowed";
            case ENOMEM -> "out of memory";
            case EACCES -> "permission denied";
            case ENOTDIR -> "not a directory";
            case ENFILE, EMFILE -> "too many open files";
            case ETXTBSY -> "the program file is being written";
            case ENOSYS -> "this kernel is too old, Linux 5.3 or newer is needed";
            default -> "error " + errno;
        };
    }
}
