package dev.prodigy.runtime.process;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What steps inherit of prodigy's own environment (spec 03 §13): not the variables by which a git hook or
/// another git command points at a repository, and never a git that waits for an answer. What a workflow sets
/// itself comes on top.
public final class InheritedEnvironment {
    private static final List<String> REMOVED = List.of(
            "GIT_DIR",
            "GIT_WORK_TREE",
            "GIT_INDEX_FILE",
            "GIT_COMMON_DIR",
            "GIT_PREFIX",
            "GIT_NAMESPACE",
            "GIT_OBJECT_DIRECTORY",
            "GIT_ALTERNATE_OBJECT_DIRECTORIES");

    private InheritedEnvironment() {}

    /// @param own prodigy's own environment
    /// @return a new map with the lowest layer of a step's environment
    public static Map<String, String> of(Map<String, String> own) {
        var inherited = new HashMap<>(own);
        REMOVED.forEach(inherited::remove);
        inherited.put("GIT_TERMINAL_PROMPT", "0");
        inherited.put("GIT_EDITOR", ":");
        return inherited;
    }
}
