package dev.prodigy.e2e.crash;

import dev.prodigy.e2e.crash.agent.CrashAgent;
import dev.prodigy.e2e.crash.agent.Trial;
import dev.prodigy.e2e.launcher.Distribution;
import dev.prodigy.e2e.launcher.Ended;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/// Starts the program with the agent that kills it, or lets its disk fail, at a chosen boundary.
///
/// @param agent the agent's jar
/// @param report what the agent writes
record Lethal(Path agent, Path report) {

    /// @param folder for the jar and the reports; not the sandbox, whose state is put back again and again
    static Lethal in(Path folder) throws IOException {
        Files.createDirectories(folder);
        var jar = folder.resolve("agent.jar");
        var manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(new Attributes.Name("Premain-Class"), CrashAgent.class.getName());
        try (var out = new JarOutputStream(Files.newOutputStream(jar), manifest);
                var classes = Files.newDirectoryStream(classes(), "*.class")) {
            for (var each : classes) {
                out.putNextEntry(
                        new JarEntry(CrashAgent.class.getPackageName().replace('.', '/') + "/" + each.getFileName()));
                Files.copy(each, out);
            }
        }
        return new Lethal(jar, folder.resolve("report"));
    }

    /// Runs a command to its end.
    ///
    /// @return the names of the boundaries that it passed, in order
    List<String> boundaries(Sandbox sandbox, List<String> command) throws IOException {
        var ended = run(sandbox, new Trial(Trial.Kind.COUNT, 0, 0, report), command);
        if (ended.exitCode() != 0 && ended.exitCode() != 3) {
            throw new AssertionError("undisturbed: " + ended);
        }
        return Files.readAllLines(report);
    }

    /// Runs a command until it is killed at the n-th boundary.
    ///
    /// @return the name of the boundary; empty where it ended before
    String kill(Sandbox sandbox, int boundary, List<String> command) throws IOException {
        Files.deleteIfExists(report);
        run(sandbox, new Trial(Trial.Kind.KILL, boundary, 0, report), command);
        return Files.exists(report) ? Files.readString(report).strip() : "";
    }

    /// Runs a command with a disk that fails.
    Ended run(Sandbox sandbox, Trial trial, List<String> command) {
        var options =
                List.of("-javaagent:" + agent + "=" + trial.argument(), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
        return sandbox.prodigy().run(Distribution.underTest().bareCommand(options, command));
    }

    Trial trial(Trial.Kind kind, int from, int to) {
        return new Trial(kind, from, to, report);
    }

    private static Path classes() {
        try {
            var root = CrashAgent.class.getProtectionDomain().getCodeSource().getLocation();
            return Path.of(root.toURI())
                    .resolve(CrashAgent.class.getPackageName().replace('.', '/'));
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
