package dev.prodigy.lang.expr.value;

/// The parts of a path, as the POSIX programs `basename` and `dirname` cut it (spec 01 §8.3).
public final class FileName {
    private FileName() {}

    /// @return the last part: `c` of `a/b/c` and of `a/b/c/`, `/` of `/`
    public static String base(String path) {
        int end = withoutSlashes(path, path.length());
        if (end == 0) {
            return path.isEmpty() ? "" : "/";
        }
        return path.substring(path.lastIndexOf('/', end - 1) + 1, end);
    }

    /// @return what stands before the last part: `a/b` of `a/b/c`, `.` of `a`, `/` of `/a`
    public static String directory(String path) {
        int end = withoutSlashes(path, path.length());
        int slash = end == 0 ? -1 : path.lastIndexOf('/', end - 1);
        if (slash < 0) {
            return end == 0 && !path.isEmpty() ? "/" : ".";
        }
        int parent = withoutSlashes(path, slash);
        return parent == 0 ? "/" : path.substring(0, parent);
    }

    private static int withoutSlashes(String path, int end) {
        int at = end;
        while (at > 0 && path.charAt(at - 1) == '/') {
            at--;
        }
        return at;
    }
}
