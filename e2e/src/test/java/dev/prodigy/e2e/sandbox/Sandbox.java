package dev.prodigy.e2e.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.journal.Journal;
import dev.prodigy.e2e.launcher.Prodigy;
import dev.prodigy.e2e.process.MarkedProcesses;
import dev.prodigy.testkit.agent.FakeAgent;
import dev.prodigy.testkit.git.TemporaryRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Everything one test has to itself: an empty home, a home folder of the user, an agent program, a repository.
///
/// @param folder where all of it lies
/// @param agent the agent program, first on the path
/// @param repository what the program is started in
public record Sandbox(Path folder, FakeAgent agent, TemporaryRepository repository) {

    /// A sandbox whose repository has a few files.
    public static Sandbox in(Path folder) throws IOException {
        return in(folder, 3);
    }

    /// A sandbox whose repository has so many files.
    public static Sandbox in(Path folder, int files) throws IOException {
        var real = Files.createDirectories(folder).toRealPath();
        Files.createDirectories(real.resolve("user"));
        var agent = FakeAgent.install(real.resolve("bin"));
        return new Sandbox(real, agent, TemporaryRepository.create(real.resolve("app"), files));
    }

    /// @return the program's home
    public Path home() {
        return folder.resolve("home");
    }

    /// @return the launcher, started in the repository with nothing of this machine's environment but the path
    public Prodigy prodigy() {
        var path = folder.resolve("bin") + ":" + System.getenv("PATH");
        return Prodigy.of(
                folder.resolve("records"),
                repository.directory(),
                Map.of(
                        "PATH",
                        path,
                        "HOME",
                        folder.resolve("user").toString(),
                        "PRODIGY_HOME",
                        home().toString(),
                        "TRACE",
                        folder.resolve("trace").toString(),
                        "GIT_CONFIG_NOSYSTEM",
                        "1",
                        "LC_ALL",
                        "C.UTF-8"));
    }

    /// Writes a workflow file beside the repository.
    ///
    /// @return its path
    public String workflow(String text) throws IOException {
        return workflow("workflow.yml", text);
    }

    /// Writes a workflow file of a name beside the repository.
    ///
    /// @return its path
    public String workflow(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    /// @return the journals of all runs, oldest run first
    public List<Journal> journals() throws IOException {
        var events = home().resolve("events");
        if (!Files.isDirectory(events)) {
            return List.of();
        }
        var found = new ArrayList<Journal>();
        try (var repositories = Files.newDirectoryStream(events)) {
            for (var each : repositories) {
                try (var runs = Files.newDirectoryStream(each)) {
                    runs.forEach(run -> found.add(new Journal(run)));
                }
            }
        }
        found.sort((one, other) -> stamp(one).compareTo(stamp(other)));
        return found;
    }

    /// @return the journal of the only run
    public Journal journal() throws IOException {
        assertThat(journals()).hasSize(1);
        return journals().getFirst();
    }

    /// @return how many events of a type the only run has by now; 0 while there is no run
    public long count(String eventType) throws IOException {
        var journals = journals();
        return journals.isEmpty() ? 0 : journals.getFirst().count(eventType);
    }

    /// @return all files below the home, as paths relative to it
    public List<String> homeFiles() throws IOException {
        if (!Files.exists(home())) {
            return List.of();
        }
        try (var files = Files.walk(home())) {
            return files.filter(Files::isRegularFile)
                    .map(file -> home().relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    /// @return the lines that steps appended to `$TRACE`, in order; none while there are none
    public List<String> trace() throws IOException {
        var file = folder.resolve("trace");
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    /// Fails when a process that a step started still lives.
    public void assertNothingLeftRunning() throws IOException {
        assertThat(MarkedProcesses.of(home())).as("processes left behind").isEmpty();
    }

    private static String stamp(Journal journal) {
        return journal.runId().substring(journal.runId().indexOf('-'));
    }
}
