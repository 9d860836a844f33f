package dev.prodigy.runtime.git.worktree;

import dev.prodigy.runtime.git.Git;
import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.GitFailure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The submodules that the `.gitmodules` of a checkout declares.
public final class DeclaredSubmodules {
    private static final String FILE = ".gitmodules";
    private static final Path UP = Path.of("..");

    private DeclaredSubmodules() {}

    /// One of them.
    ///
    /// @param name by which its git directory is called
    /// @param path from the checkout's top
    public record Declared(String name, String path) {}

    /// Costs a process only where there is such a file. A name or path that leads out is none, as for git.
    ///
    /// @param root the checkout's top
    /// @throws GitFailure WORKTREE_ERROR when the file cannot be read
    public static List<Declared> in(Git git, Path root) {
        if (!Files.isRegularFile(root.resolve(FILE))) {
            return List.of();
        }
        var listed =
                git.run(GitCommand.in(root, "config", "-z", "-f", FILE, "--get-regexp", "^submodule\\..*\\.path$"));
        if (!listed.ok() && listed.exit() != 1) {
            throw listed.failure(GitCode.WORKTREE_ERROR);
        }
        var found = new ArrayList<Declared>();
        for (var field : listed.fields()) {
            int end = field.indexOf('\n');
            String key = field.substring(0, Math.max(end, 0));
            if (end > 0 && key.length() > "submodule..path".length()) {
                String name = key.substring("submodule.".length(), key.length() - ".path".length());
                String path = field.substring(end + 1);
                if (staysInside(name) && staysInside(path)) {
                    found.add(new Declared(name, path));
                }
            }
        }
        return List.copyOf(found);
    }

    private static boolean staysInside(String text) {
        var path = Path.of(text);
        for (var part : path) {
            if (part.equals(UP)) {
                return false;
            }
        }
        return !path.isAbsolute() && !text.isEmpty();
    }
}
