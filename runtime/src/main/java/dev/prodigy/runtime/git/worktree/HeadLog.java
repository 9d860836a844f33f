package dev.prodigy.runtime.git.worktree;

import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.WorkTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Pattern;

/// Where the HEAD of a worktree has been, as git logs it. It names commits that steps made and that
/// no branch reaches any more: taken back by a reset, amended, or made on a detached HEAD and left
/// (spec 03 §12).
///
/// @param visited every commit HEAD was at, in that order
/// @param replaced commits of a step that prodigy itself made one, as its author asked
/// @param rewritten commits that a step amended or rebased, so that others hold its work now, and those that prodigy
///     itself went back from
public record HeadLog(Set<ObjectId> visited, Set<ObjectId> replaced, Set<ObjectId> rewritten) {
    /// What the log says of a squash of prodigy's own.
    public static final String SQUASH = "prodigy: squash";

    /// What the log says where prodigy went back from what a handler that was cut off had committed.
    public static final String BACK = "prodigy: back";

    private static final int IDS = 2;

    /// What the log says where a branch has no commit, or has none any more.
    private static final Pattern NOTHING = Pattern.compile("0+");

    public HeadLog {
        visited = Collections.unmodifiableSet(new LinkedHashSet<>(visited));
        replaced = Set.copyOf(replaced);
        rewritten = Set.copyOf(rewritten);
    }

    /// Begins the log anew: what was before does not count. git appends to a log that is there,
    /// whatever the user's `core.logAllRefUpdates` says.
    ///
    /// @throws GitFailure WORKTREE_ERROR
    public static void begin(WorkTree tree) {
        var log = tree.own("logs/HEAD");
        try {
            DirectoryTree.make(tree.own("logs"));
            Files.writeString(log, "");
        } catch (IOException e) {
            throw GitFailure.of(GitCode.WORKTREE_ERROR, "cannot write to " + log, e);
        }
    }

    /// @return the log of a worktree; an empty one when there is none, or a step has damaged it
    public static HeadLog of(WorkTree tree) {
        var visited = new LinkedHashSet<ObjectId>();
        var replaced = new LinkedHashSet<ObjectId>();
        var rewritten = new LinkedHashSet<ObjectId>();
        try {
            // A name in the log may be in any encoding; the rest of a line is not.
            for (var line : Files.readAllLines(tree.own("logs/HEAD"), StandardCharsets.ISO_8859_1)) {
                String[] words = line.split(" ", IDS + 1);
                if (words.length > IDS && ObjectId.isName(words[0]) && ObjectId.isName(words[1])) {
                    if (!NOTHING.matcher(words[1]).matches()) {
                        visited.add(new ObjectId(words[1]));
                    }
                    var why = line.substring(line.indexOf('\t') + 1);
                    if (why.equals(SQUASH)) {
                        replaced.add(new ObjectId(words[0]));
                    } else if (why.startsWith("commit (amend)") || why.startsWith("rebase") || why.startsWith(BACK)) {
                        rewritten.add(new ObjectId(words[0]));
                    }
                }
            }
        } catch (IOException e) {
            // Without a log HEAD itself is all there is.
        }
        return new HeadLog(visited, replaced, rewritten);
    }
}
