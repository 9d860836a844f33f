package dev.prodigy.runtime.git.worktree;

import dev.prodigy.runtime.git.WorkTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What a git command can leave half done in a worktree (spec 03 §6), seen from files and without running git.
public enum Unfinished {
    MERGE("merge", "MERGE_HEAD"),
    REBASE("rebase", "rebase-merge", "rebase-apply"),
    CHERRY_PICK("cherry-pick", "CHERRY_PICK_HEAD", "sequencer"),
    REVERT("revert", "REVERT_HEAD"),
    BISECT("bisect", "BISECT_LOG"),
    INDEX_LOCK("index lock", "index.lock");

    private final String title;

    @SuppressWarnings("ImmutableEnumChecker") // The list is made by List.of.
    private final List<String> traces;

    Unfinished(String title, String... traces) {
        this.title = title;
        this.traces = List.of(traces);
    }

    /// @return everything that is unfinished in a worktree
    public static Set<Unfinished> in(WorkTree tree) {
        var found = EnumSet.noneOf(Unfinished.class);
        Arrays.stream(values()).filter(each -> each.isLeftIn(tree)).forEach(found::add);
        return found;
    }

    /// @return hex name of the commit that is being merged in a worktree, if one is
    public static Optional<String> merging(WorkTree tree) {
        try {
            return Optional.of(Files.readString(tree.own("MERGE_HEAD")).strip());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /// @return the name people know
    public String title() {
        return title;
    }

    private boolean isLeftIn(WorkTree tree) {
        return traces.stream().anyMatch(trace -> Files.exists(tree.own(trace), LinkOption.NOFOLLOW_LINKS));
    }
}
