package dev.prodigy.cli.run;

import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.lang.expr.pattern.Glob;
import dev.prodigy.lang.expr.pattern.InvalidPattern;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/// The regular files below a folder whose path matches a glob; `**` crosses folders, `.git` is never
/// entered (spec 05 §2.1).
///
/// @param paths relative to the folder, sorted
record FilesMatching(List<String> paths) {

    /// @throws CommandFailure when the glob is none
    static FilesMatching below(Path folder, String glob) {
        var pattern = pattern(folder, glob);
        var found = new ArrayList<String>();
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes attributes) {
                    return each.endsWith(".git") ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    var path = folder.relativize(file).toString();
                    if (attributes.isRegularFile() && pattern.matches(path)) {
                        requireText(folder, path);
                        found.add(path);
                    }
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException failure) {
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.NOT_POSSIBLE, "unreadable", "cannot read " + folder, "--path names another folder.");
        }
        found.sort(null);
        return new FilesMatching(found);
    }

    /// An item is a text: a name that is none would stand for a file that is not there.
    private static void requireText(Path folder, String path) {
        if (path.indexOf('\uFFFD') >= 0 && !Files.exists(folder.resolve(path), LinkOption.NOFOLLOW_LINKS)) {
            throw CommandFailure.usage(
                    "the name of the file " + path + " is no text in UTF-8, and cannot be an item",
                    "Rename it, or give a pattern that leaves it out.");
        }
    }

    private static Glob pattern(Path folder, String glob) {
        var absolute = folder + "/";
        var relative = glob.startsWith(absolute) ? glob.substring(absolute.length()) : glob;
        var inside = relative.startsWith("./") ? relative.substring(2) : relative;
        try {
            return Glob.ofWholePath(inside);
        } catch (InvalidPattern e) {
            throw CommandFailure.usage(
                    "`" + glob + "` is no glob: " + e.getMessage(), "Such as 'src/**/*.md', in quotes for the shell.");
        }
    }
}
