package dev.prodigy.runtime.workspace;

import dev.prodigy.runtime.git.salvage.Saved;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/// The file that a run's items were read from, among what is not committed where setup worked: it has served its
/// purpose, so nothing is said of it (spec 03 §2).
///
/// @param path from the top of the working tree; what is no file there matches nothing
record InputFile(String path) {
    /// Nothing was read yet.
    static final InputFile NONE = new InputFile("");

    /// @param root the top of the working tree
    /// @param directory where setup works
    /// @param name as the workflow says it
    static InputFile of(Path root, Path directory, String name) {
        try {
            var file = directory.resolve(name).normalize();
            return file.startsWith(root) ? new InputFile(root.relativize(file).toString()) : NONE;
        } catch (InvalidPathException e) {
            return NONE;
        }
    }

    /// @return the paths but for this one
    List<String> leftOut(List<String> paths) {
        return paths.stream().filter(each -> !each.equals(path)).toList();
    }

    /// @return what is to be told of something that was saved
    Saved leftOut(Saved saved) {
        return saved instanceof Saved.Kept(var ref, var commit, var paths, var lost)
                ? new Saved.Kept(ref, commit, leftOut(paths), lost)
                : saved;
    }
}
