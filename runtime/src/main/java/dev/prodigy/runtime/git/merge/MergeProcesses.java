package dev.prodigy.runtime.git.merge;

import java.util.Map;

/// The processes of a merge in the user's checkout: git, and the hooks that it runs.
public interface MergeProcesses {

    /// @return environment beside the inherited one, with the mark by which they are known
    Map<String, String> variables();

    /// Ends those that are left, of this or an earlier prodigy, and returns when there is none any more.
    void end();
}
