package dev.prodigy.lang.load;

import dev.prodigy.lang.compose.SourcePath;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where a file may lie that a workflow names to be read when it runs, such as an env file (spec 01 §12, §13). Paths
/// are texts here; nothing is looked up.
public final class FilePlaces {
    private FilePlaces() {}

    /// Beside the file that names it; where prodigy was started; at the repository's root.
    ///
    /// @param path as written, without placeholders
    /// @param holder the file that names it
    /// @param root the repository's root, or null
    /// @return the paths to try, best first; relative ones are relative to where prodigy was started
    public static List<String> of(String path, String holder, @Nullable String root) {
        if (path.startsWith("/")) {
            return List.of(path);
        }
        var places = new LinkedHashSet<String>();
        places.add(SourcePath.normal(SourcePath.folder(holder) + path));
        places.add(SourcePath.normal(path));
        if (root != null) {
            places.add(SourcePath.normal(root + "/" + path));
        }
        return List.copyOf(places);
    }
}
