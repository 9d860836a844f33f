package dev.prodigy.runtime.git.merge;

import dev.prodigy.runtime.git.ObjectId;
import java.nio.file.Path;

/// What became of a merge into the user's branch that began and whose result nobody wrote down (spec 03 §14).
public sealed interface MergeRecovery {

    /// It was made.
    ///
    /// @param commit the merge
    record Made(ObjectId commit) implements MergeRecovery {}

    /// It was not made, and where it was begun nothing of it is left.
    record Undone() implements MergeRecovery {}

    /// It was begun in a checkout that somebody else changed as well, and that was left as it is.
    record Entangled(Tangle tangle, Path checkout) implements MergeRecovery {}

    /// Why the remains of a merge were left where they are.
    ///
    /// @param reason what cannot be told apart, for people
    /// @param remedy what to do before the command is repeated
    record Tangle(String reason, String remedy) {}
}
