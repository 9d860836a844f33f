package dev.prodigy.lang.compose;

import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where the file that a workflow names may lie (spec 01 §12). Paths are texts here; nothing is looked up.
public final class SourcePath {
    private static final List<String> SUFFIXES = List.of(".yml", ".yaml", ".json");
    private static final List<String> FOLDERS = List.of("", "bases/", "templates/", "workflows/");

    private SourcePath() {}

    /// @return whether a text names a file rather than a template
    static boolean isFile(String source) {
        return source.indexOf('/') >= 0 || hasSuffix(source);
    }

    /// @return whether a text is a URL, which is refused
    static boolean isUrl(String source) {
        return source.contains("://");
    }

    /// Relative to the file that holds it, then to the repository's root; a name without a suffix also with `.yml` in
    /// the usual folders and beside.
    ///
    /// @param holder the file that names the source
    /// @param root the repository's root, or null
    /// @return the paths to try, best first, without `.` and `..` as far as possible
    static List<String> candidates(String source, String holder, @Nullable String root) {
        var folders = new LinkedHashSet<String>();
        if (source.startsWith("/")) {
            folders.add("");
        } else {
            folders.add(folder(holder));
            if (root != null) {
                folders.add(root + "/");
            }
        }
        var found = new LinkedHashSet<String>();
        for (var folder : folders) {
            found.add(normal(folder + source));
            if (!hasSuffix(source)) {
                FOLDERS.forEach(usual -> found.add(normal(folder + usual + source + ".yml")));
            }
        }
        return List.copyOf(found);
    }

    /// @return the folder of a file with its slash; empty for the current one
    public static String folder(String file) {
        return file.substring(0, file.lastIndexOf('/') + 1);
    }

    /// @return the path without `.`, doubled slashes, and `..` behind a name
    public static String normal(String path) {
        var parts = new ArrayDeque<String>();
        for (int start = 0, end; start <= path.length(); start = end + 1) {
            end = path.indexOf('/', start) < 0 ? path.length() : path.indexOf('/', start);
            var part = path.substring(start, end);
            boolean up =
                    part.equals("..") && !parts.isEmpty() && !parts.getLast().equals("..");
            if (up) {
                parts.removeLast();
            } else if (!part.isEmpty() && !part.equals(".")) {
                parts.addLast(part);
            }
        }
        var joined = String.join("/", parts);
        return path.startsWith("/") ? "/" + joined : joined;
    }

    private static boolean hasSuffix(String source) {
        return SUFFIXES.stream().anyMatch(source::endsWith);
    }
}
