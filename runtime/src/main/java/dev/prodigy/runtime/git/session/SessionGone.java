package dev.prodigy.runtime.git.session;

import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.ObjectId;

/// The commit that a session's branch would lead on from is gone: the work of all finished items is, so
/// the run fails and no item does (spec 03 §12).
public final class SessionGone extends GitFailure {
    private static final long serialVersionUID = 1;

    SessionGone(ObjectId commit) {
        super(
                GitCode.WORKTREE_ERROR,
                "the commit " + commit + " of the session branch is gone; bring it back (git fetch from a copy of the"
                        + " repository) and resume, or start a new run");
    }
}
