package dev.prodigy.runtime.git;

/// A git command that was kept open has ended without a word, as one that somebody killed. Its question may be
/// asked again, of another.
public final class DialogueEnded extends GitFailure {
    private static final long serialVersionUID = 1;

    /// @param name of the command, such as `git diff-tree`
    DialogueEnded(String name) {
        super(GitCode.GIT_ERROR, "`" + name + "` ended without a word; somebody seems to have killed it");
    }
}
