package dev.prodigy.lang.yaml;

/// How much the YAML library reads at a time. It looks ahead to a line's end, and whenever it needs more for that it
/// copies all it has looked at, so a line of many buffers would take time by the square of its length.
public final class Buffer {
    private static final int LEAST = 1024;

    private Buffer() {}

    /// @return the length of the longest line, or 1024 where that is shorter
    public static int size(String text) {
        int longest = LEAST;
        int begin = 0;
        for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', begin)) {
            longest = Math.max(longest, end - begin);
            begin = end + 1;
        }
        return Math.max(longest, text.length() - begin);
    }
}
