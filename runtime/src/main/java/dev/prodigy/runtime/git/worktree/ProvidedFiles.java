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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What prodigy put into a worktree and git sees as uncommitted there: copies by `worktree.include`, and what
/// `worktree.setup` made or changed. Every worktree gets it: as long as nobody changes it there is no work in it to be
/// saved, and no evidence of any (spec 03 §6, §9, §12). A file beside the worktree's index says how it was.
public final class ProvidedFiles {
    private static final String FILE = "prodigy-setup";
    private static final String STATE = "unix:ino,size,lastModifiedTime,ctime";
    private static final String ABSENT = "absent";

    private ProvidedFiles() {}

    /// How a file was left.
    ///
    /// @param origin whose it is
    private record Known(String state, Origin origin) {}

    private enum Origin {
        INCLUDED,
        /// A new file of `worktree.setup`.
        MADE,
        /// A tracked file that `worktree.setup` changed.
        CHANGED,
        /// By `worktree.setup` as well, which has staged it.
        STAGED
    }

    /// The worktree is reset: only the included files in it count from now on.
    ///
    /// @param included paths from its top
    /// @throws GitFailure WORKTREE_ERROR
    public static void begin(WorkTree tree, List<String> included) {
        begin(tree, included, Map.of());
    }

    private static void begin(WorkTree tree, List<String> included, Map<String, Known> kept) {
        try {
            if (included.isEmpty() && kept.isEmpty()) {
                Files.deleteIfExists(tree.own(FILE));
                return;
            }
            var known = new LinkedHashMap<>(kept);
            for (var path : included) {
                known.put(path, new Known(state(tree, path), Origin.INCLUDED));
            }
            write(tree, known);
        } catch (IOException e) {
            throw GitFailure.of(GitCode.WORKTREE_ERROR, "cannot write to " + tree.gitDir(), e);
        }
    }

    /// The worktree is reset, but for the new files of `worktree.setup`: they and the included files in it count from
    /// now on.
    ///
    /// @param included paths from its top
    /// @throws GitFailure WORKTREE_ERROR
    public static void beginAgain(WorkTree tree, List<String> included) {
        var made = new LinkedHashMap<>(known(tree));
        made.values().removeIf(known -> known.origin() != Origin.MADE);
        begin(tree, included, made);
    }

    /// @return paths of the new files of `worktree.setup`; nothing where one of them is not as it left them any more
    public static Optional<List<String>> untouched(WorkTree tree) {
        var made = new ArrayList<String>();
        for (var each : known(tree).entrySet()) {
            if (each.getValue().origin() == Origin.MADE) {
                if (!isState(tree, each.getKey(), each.getValue().state())) {
                    return Optional.empty();
                }
                made.add(each.getKey());
            }
        }
        return Optional.of(made);
    }

    /// Remembers what is uncommitted in a worktree in which nothing but `worktree.setup` has run. Costs one status.
    ///
    /// @throws GitFailure WORKTREE_ERROR
    public static void remember(Git git, WorkTree tree) {
        var included = known(tree);
        var known = new LinkedHashMap<String, Known>();
        try {
            for (var entry : Status.ofOwn(git, tree).entries()) {
                if (isPlain(entry)) {
                    var origin = origin(entry, included.get(entry.path()));
                    known.put(entry.path(), new Known(state(tree, entry.path()), origin));
                }
            }
            write(tree, known);
        } catch (IOException e) {
            throw GitFailure.of(GitCode.WORKTREE_ERROR, "cannot write to " + tree.gitDir(), e);
        }
    }

    private static Origin origin(StatusEntry entry, @Nullable Known before) {
        if (isStaged(entry)) {
            return Origin.STAGED;
        }
        if (before != null) {
            return before.origin();
        }
        return entry.kind() == StatusEntry.Kind.UNTRACKED ? Origin.MADE : Origin.CHANGED;
    }

    /// @return whether anything is known to have been put into a worktree
    public static boolean areIn(WorkTree tree) {
        return Files.exists(tree.own(FILE));
    }

    /// The user's checkout ignores these files, though the commit that is checked out here may not.
    ///
    /// @return the entries that are copies by `worktree.include`, as they were made
    public static List<StatusEntry> unchangedCopies(WorkTree tree, List<StatusEntry> entries) {
        var known = known(tree);
        return entries.stream()
                .filter(entry -> entry.kind() == StatusEntry.Kind.UNTRACKED
                        && isCopy(known.get(entry.path()))
                        && isUnchanged(tree, entry, known))
                .toList();
    }

    /// @return the entries whose files are as prodigy left them, whether anybody has staged them or not
    public static List<StatusEntry> unchanged(WorkTree tree, List<StatusEntry> entries) {
        var known = known(tree);
        return entries.stream().filter(entry -> isUnchanged(tree, entry, known)).toList();
    }

    private static boolean isCopy(@Nullable Known known) {
        return known != null && known.origin() == Origin.INCLUDED;
    }

    /// @return the entries but those that are as prodigy left them; what somebody else has staged is not
    static List<StatusEntry> leftOut(WorkTree tree, List<StatusEntry> entries) {
        if (entries.isEmpty()) {
            return entries;
        }
        var known = known(tree);
        return entries.stream()
                .filter(entry -> !isUnchanged(tree, entry, known) || isStagedSince(entry, known))
                .toList();
    }

    private static boolean isStagedSince(StatusEntry entry, Map<String, Known> known) {
        var before = known.get(entry.path());
        return isStaged(entry) && before != null && before.origin() != Origin.STAGED;
    }

    private static boolean isStaged(StatusEntry entry) {
        return entry.kind() == StatusEntry.Kind.TRACKED && entry.staged() != '.';
    }

    private static boolean isUnchanged(WorkTree tree, StatusEntry entry, Map<String, Known> known) {
        var before = known.get(entry.path());
        return before != null
                && isPlain(entry)
                && isState(tree, entry.path(), before.state())
                && (entry.staged() != 'D' || before.state().equals(ABSENT));
    }

    private static boolean isState(WorkTree tree, String path, String state) {
        try {
            return state(tree, path).equals(state);
        } catch (IOException e) {
            return false;
        }
    }

    /// Files whose index entry says nothing that neither the commit nor the file says; what is in a repository or a
    /// submodule is not looked at.
    private static boolean isPlain(StatusEntry entry) {
        return switch (entry.kind()) {
            case UNTRACKED -> !entry.isNestedRepository();
            case TRACKED -> !entry.isStagedOnly();
            case UNMERGED, SUBMODULE -> false;
        };
    }

    private static String state(WorkTree tree, String path) throws IOException {
        try {
            var file = tree.root().resolve(path);
            return new TreeMap<>(Files.readAttributes(file, STATE, LinkOption.NOFOLLOW_LINKS)).toString();
        } catch (NoSuchFileException e) {
            return ABSENT;
        }
    }

    private static void write(WorkTree tree, Map<String, Known> all) throws IOException {
        var fields = new ArrayList<String>();
        all.forEach((path, known) ->
                fields.addAll(List.of(path, known.state(), known.origin().name())));
        Files.writeString(tree.own(FILE), String.join("\0", fields));
    }

    /// @return path → how it was; nothing where that cannot be told, so that all of it is saved
    private static Map<String, Known> known(WorkTree tree) {
        var all = new HashMap<String, Known>();
        try {
            var file = tree.own(FILE);
            if (Files.isRegularFile(file)) {
                String[] fields = Files.readString(file).split("\0", -1);
                for (int i = 0; i + 2 < fields.length; i += 3) {
                    all.put(fields[i], new Known(fields[i + 1], Origin.valueOf(fields[i + 2])));
                }
            }
            return all;
        } catch (IOException | IllegalArgumentException e) {
            return Map.of();
        }
    }
}
