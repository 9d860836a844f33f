package dev.prodigy.lang.compose;

import dev.prodigy.lang.yaml.Document;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The files that a workflow can be composed from, each read and parsed once.
public interface Library {

    /// @return the document of a file, or null when there is no such file; what is wrong in it has been reported
    @Nullable
    Document document(String path);

    /// @param holder the file that asks
    /// @return the path of the repository's root, against which paths are tried second, relative where the holder's
    ///     is; null outside of one
    @Nullable
    String root(String holder);

    /// @param holder the file that asks
    /// @return where a template of this name may lie, best first (spec 05 §2.9)
    List<String> templates(String name, String holder);
}
