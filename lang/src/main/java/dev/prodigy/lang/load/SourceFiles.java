package dev.prodigy.lang.load;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The files that a workflow is made of, read on behalf of the loader, which does no I/O itself.
public interface SourceFiles {

    /// Reads a file.
    ///
    /// @param path as given on the command line, or made from the path of the file that names it and its own text
    /// @return the content, or null when there is no such file or it cannot be read
    byte @Nullable [] read(String path);

    /// Reads a file of values, none of which is ever shown: they may be secrets.
    ///
    /// @return as {@link #read}
    default byte @Nullable [] readValues(String path) {
        return read(path);
    }

    /// @return what keeps a file from being read, such as `it is a folder`; null when that is not known
    default @Nullable String trouble(String path) {
        return null;
    }

    /// @param holder the file that names others; problems name all of them in one way
    /// @return the path of the repository's root, against which paths are tried second (spec 01 §12), relative
    ///     where the holder's is; null outside of one
    default @Nullable String root(String holder) {
        return null;
    }

    /// @param holder the file that names the template
    /// @return where a template of this name may lie, best first (spec 05 §2.9)
    default List<String> templates(String name, String holder) {
        return List.of();
    }
}
