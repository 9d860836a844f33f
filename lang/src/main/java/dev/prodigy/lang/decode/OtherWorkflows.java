package dev.prodigy.lang.decode;

import dev.prodigy.lang.yaml.Node;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/// Finds the files of other workflows (spec 01 §12).
@FunctionalInterface
public interface OtherWorkflows {
    /// Finds a workflow's file.
    ///
    /// @param source its path or name, as written
    /// @param known names that would also be right there, for suggestions
    /// @return its path; null when there is none, which has been reported
    @Nullable
    String find(Node.Scalar source, Collection<String> known, Place place);
}
