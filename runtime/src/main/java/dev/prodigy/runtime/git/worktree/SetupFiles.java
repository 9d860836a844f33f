package dev.prodigy.runtime.git.worktree;

import dev.prodigy.runtime.git.Git;
import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.WorkTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What `worktree.setup` left in a worktree and git neither tracks nor ignores. It is made again in every worktree: as
/// long as nobody changes it there is no work in it to be saved (spec 03 §9, §12). A file beside the worktree's index
/// says how it was.
public final class SetupFiles {
    private static final String FILE = "prodigy-setup";
    private static final String STATE = "unix:ino,size,lastModifiedTime,ctime";
    private static final String ABSENT = "absent";

    private SetupFiles() {}

    /// Remembers what is uncommitted in a worktree in which nothing but `worktree.setup` has run. Costs one status.
    ///
    /// @throws GitFailure WORKTREE_ERROR
    public static void remember(Git git, WorkTree tree) {
        var fields = new ArrayList<String>();
        try {
            for (var entry : Status.ofOwn(git, tree).entries()) {
                if (isPlain(entry)) {
                    fields.add(entry.path());
                    fields.add(state(tree, entry));
                }
            }
            Files.writeString(tree.own(FILE), String.join("\0", fields));
        } catch (IOException e) {
            throw GitFailure.of(GitCode.WORKTREE_ERROR, "cannot write to " + tree.gitDir(), e);
        }
    }

    /// The worktree is reset: nothing of it counts any more.
    ///
    /// @throws GitFailure WORKTREE_ERROR
    public static void forget(WorkTree tree) {
        try {
            Files.deleteIfExists(tree.own(FILE));
        } catch (IOException e) {
            throw GitFailure.of(GitCode.WORKTREE_ERROR, "cannot write to " + tree.gitDir(), e);
        }
    }

    /// @return the entries but those that are as `worktree.setup` left them
    static List<StatusEntry> leftOut(WorkTree tree, List<StatusEntry> entries) {
        if (entries.isEmpty()) {
            return entries;
        }
        var known = known(tree);
        return known.isEmpty()
                ? entries
                : entries.stream()
                        .filter(entry -> !isPlain(entry) || !isUnchanged(tree, entry, known))
                        .toList();
    }

    private static boolean isUnchanged(WorkTree tree, StatusEntry entry, Map<String, String> known) {
        try {
            return state(tree, entry).equals(known.get(entry.path()));
        } catch (IOException e) {
            return false;
        }
    }

    /// Files that nobody has staged; what is in a repository or a submodule is not looked at.
    private static boolean isPlain(StatusEntry entry) {
        return switch (entry.kind()) {
            case UNTRACKED -> !entry.isNestedRepository();
            case TRACKED -> entry.staged() == '.';
            case UNMERGED, SUBMODULE -> false;
        };
    }

    private static String state(WorkTree tree, StatusEntry entry) throws IOException {
        try {
            var file = tree.root().resolve(entry.path());
            return new TreeMap<>(Files.readAttributes(file, STATE, LinkOption.NOFOLLOW_LINKS)).toString();
        } catch (NoSuchFileException e) {
            return ABSENT;
        }
    }

    /// @return path → how it was
    private static Map<String, String> known(WorkTree tree) {
        var known = new HashMap<String, String>();
        try {
            var file = tree.own(FILE);
            if (Files.isRegularFile(file)) {
                String[] fields = Files.readString(file).split("\0", -1);
                for (int i = 0; i + 1 < fields.length; i += 2) {
                    known.put(fields[i], fields[i + 1]);
                }
            }
        } catch (IOException e) {
            return Map.of(); // then all of it is saved
        }
        return known;
    }
}
