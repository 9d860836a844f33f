package dev.prodigy.runtime.git;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What stands before a git command of prodigy's own that stays open, so that signals to prodigy's process group do not
/// end it: Ctrl-C on a terminal and `timeout` signal the whole group, and a git that dies of it would look like a
/// failure of the item.
final class OwnSession {
    private static final String DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin";

    private OwnSession() {}

    /// @param executable name or path of the program to start
    /// @param path the directories to look in, as in `PATH`
    /// @return words to put before it; none where `setsid` or the program is missing, which then is told as ever
    static List<String> before(String executable, String path) {
        return find("setsid", path)
                .filter(_ ->
                        find(executable, executable.contains("/") ? "." : path).isPresent())
                .map(found -> List.of(found.toString()))
                .orElse(List.of());
    }

    /// @param executable name or path of a program
    /// @param path the directories to look in, as in `PATH`
    /// @return its file; the name where there is none, which then is told when it is started
    static String file(String executable, String path) {
        return executable.contains("/")
                ? executable
                : find(executable, path).map(Path::toString).orElse(executable);
    }

    private static Optional<Path> find(String program, String path) {
        for (var directory : path.split(":", -1)) {
            var file = Path.of(directory).resolve(program);
            if (Files.isRegularFile(file) && Files.isExecutable(file)) {
                return Optional.of(file);
            }
        }
        return Optional.empty();
    }

    /// @return where programs are looked for in this process
    static String path() {
        var path = System.getenv("PATH");
        return path == null ? DEFAULT_PATH : path;
    }
}
