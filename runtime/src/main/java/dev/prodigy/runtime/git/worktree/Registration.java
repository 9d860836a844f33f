package dev.prodigy.runtime.git.worktree;

import dev.prodigy.runtime.git.ObjectId;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A worktree as `git worktree list` knows it.
///
/// @param path its top directory, which may be gone
/// @param head the commit checked out, or null when there is none
/// @param branch full name, or null when detached
/// @param bare whether it is the bare repository itself
/// @param locked whether the user has said that it is to be kept though its directory may be away
public record Registration(
        Path path, @Nullable ObjectId head, @Nullable String branch, boolean bare, boolean locked) {

    /// @return the same at another path
    Registration at(Path other) {
        return new Registration(other, head, branch, bare, locked);
    }

    /// Reads the fields of `git worktree list --porcelain -z`; an empty one ends each worktree.
    static List<Registration> parse(List<String> fields) {
        var found = new ArrayList<Registration>();
        Path path = null;
        ObjectId head = null;
        String branch = null;
        boolean bare = false;
        boolean locked = false;
        for (var field : fields) {
            if (field.startsWith("worktree ")) {
                path = Path.of(field.substring("worktree ".length()));
            } else if (field.startsWith("HEAD ")) {
                String name = field.substring("HEAD ".length());
                head = name.chars().allMatch(digit -> digit == '0') ? null : new ObjectId(name);
            } else if (field.startsWith("branch ")) {
                branch = field.substring("branch ".length());
            } else if (field.equals("bare")) {
                bare = true;
            } else if (field.equals("locked") || field.startsWith("locked ")) {
                locked = true;
            } else if (field.isEmpty() && path != null) {
                found.add(new Registration(path, head, branch, bare, locked));
                path = null;
                head = null;
                branch = null;
                bare = false;
                locked = false;
            }
        }
        return found;
    }
}
