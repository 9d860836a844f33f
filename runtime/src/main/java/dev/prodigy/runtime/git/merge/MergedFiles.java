package dev.prodigy.runtime.git.merge;

import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.GitFailure;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.Repository;
import dev.prodigy.runtime.git.Scratch;
import dev.prodigy.runtime.git.WorkTree;
import dev.prodigy.runtime.git.worktree.DirectoryTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The files that a merge changes in a checkout, and whose content a file there is.
final class MergedFiles {
    private static final String ABSENT = "000000";
    private static final String SUBMODULE = "160000";

    private final Repository repository;
    private final WorkTree checkout;
    private final ObjectId before;
    private final ObjectId merged;
    private final Map<String, Modes> modes = new LinkedHashMap<>();

    /// What a path is on both sides.
    private record Modes(String before, String merged) {}

    private MergedFiles(Repository repository, WorkTree checkout, ObjectId before, ObjectId merged) {
        this.repository = repository;
        this.checkout = checkout;
        this.before = before;
        this.merged = merged;
    }

    /// @param before the commit or tree that is checked out
    /// @param merged the tree that the merge makes of it
    /// @throws GitFailure GIT_ERROR
    static MergedFiles between(Repository repository, WorkTree checkout, ObjectId before, ObjectId merged) {
        var files = new MergedFiles(repository, checkout, before, merged);
        var command = GitCommand.at(checkout, "diff-tree", "-r", "-z", "--raw", "--no-renames")
                .and("--ignore-submodules=none", before.hex(), merged.hex());
        var fields = repository.git().run(command).orThrow(GitCode.GIT_ERROR).fields();
        for (int at = 0; at + 1 < fields.size(); at += 2) {
            var words = fields.get(at).substring(1).split(" ", 3);
            files.modes.put(fields.get(at + 1), new Modes(words[0], words[1]));
        }
        return files;
    }

    /// @return those that the target has, from the checkout's top
    List<String> known() {
        return having(List.copyOf(modes.keySet()), true);
    }

    /// Deletes those that only the merge has, with the directories that have nothing else.
    ///
    /// @throws GitFailure GIT_ERROR
    void deleteAdded() {
        try {
            for (var path : addedThatExist()) {
                var file = file(path);
                Files.delete(file);
                for (var folder = file.getParent(); folder != null && isEmpty(folder); folder = folder.getParent()) {
                    Files.delete(folder);
                }
            }
        } catch (IOException e) {
            throw GitFailure.of(GitCode.GIT_ERROR, "cannot delete what a merge left in " + checkout.root(), e);
        }
    }

    private boolean isEmpty(Path folder) throws IOException {
        if (folder.equals(checkout.root())) {
            return false;
        }
        try (var children = Files.newDirectoryStream(folder)) {
            return !children.iterator().hasNext();
        }
    }

    /// @return whether the merge changes it
    boolean has(String path) {
        return modes.containsKey(path);
    }

    /// @return those that only the merge has, and that are there
    List<String> addedThatExist() {
        return modes.entrySet().stream()
                .filter(each -> each.getValue().before().equals(ABSENT)
                        && !each.getValue().merged().equals(SUBMODULE))
                .map(Map.Entry::getKey)
                .filter(path -> Files.exists(file(path), LinkOption.NOFOLLOW_LINKS))
                .toList();
    }

    /// @return what the merge would overwrite and git does not track: files, ignored or not, where it adds some, or a
    ///     folder of them
    /// @throws GitFailure GIT_ERROR
    List<String> inTheWay() {
        var found = new TreeSet<String>();
        try {
            for (var added : modes.entrySet()) {
                if (added.getValue().before().equals(ABSENT)) {
                    boolean submodule = added.getValue().merged().equals(SUBMODULE);
                    fileAbove(added.getKey()).ifPresent(found::add);
                    found.addAll(untracked(file(added.getKey()), submodule));
                }
            }
        } catch (IOException e) {
            throw GitFailure.of(GitCode.GIT_ERROR, "cannot read the files of " + checkout.root(), e);
        }
        return List.copyOf(found);
    }

    /// @return the file, if there is one, where the path needs a folder
    private Optional<String> fileAbove(String path) {
        for (int slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
            var folder = path.substring(0, slash);
            var place = file(folder);
            if (!Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
                return Optional.empty();
            }
            if (!Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
                return isTracked(folder) ? Optional.empty() : Optional.of(folder);
            }
        }
        return Optional.empty();
    }

    /// git checks a submodule out beside what is there.
    private List<String> untracked(Path place, boolean submodule) throws IOException {
        if (!Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
            boolean inTheWay = Files.exists(place, LinkOption.NOFOLLOW_LINKS);
            return inTheWay ? List.of(path(place)) : List.of();
        }
        if (submodule) {
            return List.of();
        }
        try (var within = Files.walk(place)) {
            return within.filter(each -> !Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS))
                    .map(this::path)
                    .filter(path -> !isTracked(path))
                    .toList();
        }
    }

    /// What the merge puts something else in the place of, it changes too.
    private boolean isTracked(String path) {
        return !modes.getOrDefault(path, new Modes(ABSENT, ABSENT)).before().equals(ABSENT);
    }

    /// @param paths some of them
    /// @return those that hold what the merge brings, or a beginning of it, and those it deletes that are gone
    /// @throws GitFailure GIT_ERROR
    List<String> brought(List<String> paths) {
        var brought = having(paths, false);
        return known(paths, List.of(new Side(merged, brought))).stream()
                .filter(path -> !brought.contains(path) || Files.exists(file(path), LinkOption.NOFOLLOW_LINKS))
                .toList();
    }

    /// @param paths some of them
    /// @return those that hold something else than the target's content, the merge's, or a beginning of one
    /// @throws GitFailure GIT_ERROR
    List<String> foreign(List<String> paths) {
        var foreign = new ArrayList<>(paths);
        foreign.removeAll(known(
                paths, List.of(new Side(before, having(paths, true)), new Side(merged, having(paths, false)))));
        return foreign;
    }

    /// One side of the merge.
    ///
    /// @param paths those that it has
    private record Side(ObjectId tree, List<String> paths) {}

    private List<String> known(List<String> paths, List<Side> sides) {
        if (paths.isEmpty()) {
            return List.of();
        }
        Path folder = null;
        try {
            folder = Scratch.folder(repository.scratch(), "merge");
            var laid = new ArrayList<Path>();
            for (var side : sides) {
                var place = folder.resolve(side.tree().hex());
                lay(side.tree(), place, side.paths());
                laid.add(place);
            }
            var known = new ArrayList<String>();
            for (var path : paths) {
                if (isKnown(path, laid)) {
                    known.add(path);
                }
            }
            return known;
        } catch (IOException e) {
            throw GitFailure.of(GitCode.GIT_ERROR, "cannot compare the files of " + checkout.root(), e);
        } finally {
            DirectoryTree.discard(folder);
        }
    }

    private List<String> having(List<String> paths, boolean atFirst) {
        return paths.stream()
                .filter(path -> {
                    var both = modes.getOrDefault(path, new Modes(ABSENT, ABSENT));
                    var mode = atFirst ? both.before() : both.merged();
                    return !mode.equals(ABSENT) && !mode.equals(SUBMODULE);
                })
                .toList();
    }

    /// Writes files as a checkout would, with the user's line endings and filters, but elsewhere.
    private void lay(ObjectId tree, Path folder, List<String> paths) throws IOException {
        Files.createDirectories(folder);
        var index = folder.resolveSibling(folder.getFileName() + ".index").toString();
        var read = GitCommand.at(checkout, "read-tree", tree.hex()).with("GIT_INDEX_FILE", index);
        repository.git().run(read).orThrow(GitCode.GIT_ERROR);
        var write = GitCommand.at(checkout, "checkout-index", "-f", "-z", "--stdin", "--prefix=" + folder + "/")
                .with("GIT_INDEX_FILE", index)
                .reading(paths.stream().map(path -> path + "\0").collect(Collectors.joining()));
        repository.git().run(write).orThrow(GitCode.GIT_ERROR);
    }

    private boolean isKnown(String path, List<Path> sides) throws IOException {
        var file = file(path);
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return true;
        }
        if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
            return hasOnlyMerged(file);
        }
        for (var side : sides) {
            if (isBeginning(file, side.resolve(path))) {
                return true;
            }
        }
        return false;
    }

    /// A directory in a file's place goes with what is in it.
    private boolean hasOnlyMerged(Path directory) throws IOException {
        try (var within = Files.walk(directory)) {
            return within.filter(each -> !Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS))
                    .map(this::path)
                    .allMatch(modes::containsKey);
        }
    }

    /// git writes a file from its beginning; of one that it had not finished there is nothing to lose.
    private static boolean isBeginning(Path file, Path whole) throws IOException {
        if (!Files.exists(whole, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        if (Files.isSymbolicLink(file) || Files.isSymbolicLink(whole)) {
            return Files.isSymbolicLink(file)
                    && Files.isSymbolicLink(whole)
                    && Files.readSymbolicLink(file).equals(Files.readSymbolicLink(whole));
        }
        if (!Files.isRegularFile(file) || !Files.isRegularFile(whole)) {
            return false;
        }
        long difference = Files.mismatch(file, whole);
        return difference < 0 || difference == Files.size(file);
    }

    private Path file(String path) {
        return checkout.root().resolve(path);
    }

    private String path(Path file) {
        return checkout.root().relativize(file).toString();
    }
}
