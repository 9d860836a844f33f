package dev.prodigy.runtime.git.session;

import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.WorkTree;
import java.nio.file.Path;
import java.util.List;

/// A session worktree with its branch checked out.
///
/// @param directory where steps run: its top, or the subdirectory prodigy was started from
/// @param tip the commit checked out
/// @param created whether it is new: `worktree.setup` has not ended well in it yet and has to run
/// @param notices what had to be mended
public record Opened(WorkTree tree, Path directory, ObjectId tip, boolean created, List<SessionNotice> notices) {

    public Opened {
        notices = List.copyOf(notices);
    }
}
