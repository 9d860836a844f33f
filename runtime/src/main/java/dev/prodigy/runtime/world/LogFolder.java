package dev.prodigy.runtime.world;

import dev.prodigy.engine.world.Ran;
import dev.prodigy.runtime.home.OwnerOnly;
import dev.prodigy.runtime.home.StorageFailure;
import dev.prodigy.runtime.process.output.LogFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/// The log files of a run (spec 05 §5.5). Nothing in it is ever overwritten: the n-th execution of a step
/// has `.n` in its names.
public final class LogFolder {
    private final Path folder;
    private final Path home;
    private final Path temporary;
    private final long limit;
    private final ToIntFunction<String> before;
    private final Map<String, Integer> executions = new ConcurrentHashMap<>();

    /// @param folder the run's log folder, made when something is logged
    /// @param home the program's home, against which names are told
    /// @param temporary the folder for short-lived files
    /// @param limit bytes kept per stream
    /// @param before how often earlier processes of the run made an execution, by the path below the home with
    ///     which the names of its logs begin
    public LogFolder(Path folder, Path home, Path temporary, long limit, ToIntFunction<String> before) {
        this.folder = folder;
        this.home = home;
        this.temporary = temporary;
        this.limit = limit;
        this.before = before;
    }

    /// Where one execution is logged.
    ///
    record Log(LogFiles files, Path home) {

        /// @return what was written of it
        Ran.Logs written() {
            return new Ran.Logs(path(files.stdout()), path(files.stderr()), path(files.agent()));
        }

        private @Nullable String path(@Nullable Path file) {
            return file != null && Files.exists(file) ? home.relativize(file).toString() : null;
        }
    }

    Path folder() {
        return folder;
    }

    Path home() {
        return home;
    }

    Path temporary() {
        return temporary;
    }

    /// @param name of an execution, such as `setup/00-shell`
    /// @return the path, below the home, with which the names of its next logs begin
    String stem(String name) {
        var made = executions.get(name);
        return path(name) + suffix(free(name, (made == null ? earlier(name) : made) + 1));
    }

    /// @param scope such as `setup` or `pass-1`
    /// @return the folder of its logs, made for its processes to write in too
    Path folder(String scope) {
        var path = folder.resolve(scope);
        makeFolder(path);
        return path;
    }

    /// @param name such as `setup/00-shell`; empty for what is not logged
    /// @param events whether standard output is a stream of events
    Log next(String name, boolean events) {
        if (name.isEmpty()) {
            return new Log(LogFiles.NONE, home);
        }
        int execution = executions.compute(name, (_, made) -> free(name, (made == null ? earlier(name) : made) + 1));
        var files = new LogFiles(
                file(name, execution, "stdout"),
                file(name, execution, "stderr"),
                events ? file(name, execution, "agent.jsonl") : null,
                limit);
        return new Log(files, home);
    }

    private int earlier(String name) {
        return before.applyAsInt(path(name));
    }

    private String path(String name) {
        return home.relativize(folder.resolve(name)).toString();
    }

    /// @return the first execution from there on of which nothing is logged
    private int free(String name, int from) {
        int execution = from;
        while (exists(file(name, execution, "stdout")) || exists(file(name, execution, "stderr"))) {
            execution++;
        }
        return execution;
    }

    private static String suffix(int execution) {
        return execution == 1 ? "" : "." + execution;
    }

    private Path file(String name, int execution, String ending) {
        return folder.resolve(name + suffix(execution) + "." + ending);
    }

    private static boolean exists(Path file) {
        return Files.exists(file);
    }

    /// The folder of one attempt's logs, for the attempt's processes to write in too (`PRODIGY_LOG_DIR`).
    /// When it is closed and nothing is in it, it goes.
    ///
    /// @param scope as in the names of its logs, such as `item-007/attempt-2`
    /// @param wanted whether it is made at once; else what is logged first makes it
    public Attempt attempt(String scope, boolean wanted) {
        var path = folder.resolve(scope);
        if (wanted) {
            makeFolder(path);
        }
        return new Attempt(scope, path, wanted);
    }

    /// An attempt's folder, while the attempt lasts.
    public final class Attempt implements AutoCloseable {
        private final String scope;
        private final Path path;
        private final boolean made;

        private Attempt(String scope, Path path, boolean made) {
            this.scope = scope;
            this.path = path;
            this.made = made;
        }

        /// @return the folder
        public Path path() {
            return path;
        }

        @Override
        public void close() {
            executions.keySet().removeIf(name -> name.startsWith(scope + "/"));
            if (made) {
                removeIfEmpty(path);
                removeIfEmpty(Objects.requireNonNull(path.getParent()));
            }
        }
    }

    private static void removeIfEmpty(Path folder) {
        try {
            Files.deleteIfExists(folder);
        } catch (IOException _) {
            return; // something is in it
        }
    }

    private static void makeFolder(Path path) {
        try {
            Files.createDirectories(path, OwnerOnly.folder());
        } catch (IOException e) {
            throw StorageFailure.of("create", path, e);
        }
    }
}
