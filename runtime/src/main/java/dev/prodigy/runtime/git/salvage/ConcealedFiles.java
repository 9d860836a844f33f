package dev.prodigy.runtime.git.salvage;

import dev.prodigy.engine.redact.Redactor;
import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.GitResult;
import dev.prodigy.runtime.git.WorkTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Files of a worktree in which a declared secret stands, and which adding to an index would copy. Masked copies stand
/// in for them: what else changes in them is still seen and counted.
final class ConcealedFiles {
    private final Redactor redactor;
    private final Function<GitCommand, GitResult> git;
    private final Path copy;

    /// @param git runs a command on the index
    /// @param copy where each copy stands until it is added
    ConcealedFiles(Redactor redactor, Function<GitCommand, GitResult> git, Path copy) {
        this.redactor = redactor;
        this.git = git;
        this.copy = copy;
    }

    /// @param paths of all that would be copied
    /// @return those in which a declared secret stands
    List<String> among(WorkTree tree, List<String> paths) throws IOException {
        var concealed = new ArrayList<String>();
        for (var path : paths) {
            var file = tree.root().resolve(path);
            if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && Files.isReadable(file)) {
                try (var content = Files.newInputStream(file)) {
                    if (redactor.mentionsSecret(content)) {
                        concealed.add(path);
                    }
                }
            }
        }
        return concealed;
    }

    /// @return the command of an addition that leaves them out
    static GitCommand leftOut(GitCommand addition, List<String> concealed) {
        return concealed.isEmpty()
                ? addition
                : addition.and("--pathspec-from-file=-", "--pathspec-file-nul")
                        .reading(":/\0:(exclude,top,literal)" + String.join("\0:(exclude,top,literal)", concealed));
    }

    /// Adds the masked copies. What cannot be added is left out.
    void add(WorkTree tree, List<String> concealed) throws IOException {
        for (var path : concealed) {
            var file = tree.root().resolve(path);
            mask(file);
            var id = git.apply(GitCommand.at(tree, "-c", "core.safecrlf=false", "-c", "core.sharedRepository=0600")
                    .and("hash-object", "-w", "--path=" + path, copy.toString()));
            if (id.ok()) {
                var mode = Files.isExecutable(file) ? "100755" : "100644";
                git.apply(GitCommand.at(tree, "update-index", "--add", "--cacheinfo")
                                .and(mode + "," + id.id().hex() + "," + path))
                        .orThrow(GitCode.GIT_ERROR);
            }
        }
    }

    private void mask(Path file) throws IOException {
        var stream = redactor.stream();
        try (var content = Files.newInputStream(file);
                var masked = Files.newOutputStream(copy)) {
            var bytes = new byte[1 << 16];
            for (int count = content.read(bytes); count >= 0; count = content.read(bytes)) {
                masked.write(stream.push(bytes, 0, count));
            }
            masked.write(stream.finish());
        }
    }
}
