package dev.prodigy.e2e.launcher;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.spi.ToolProvider;

/// The program under test as users get it: a folder with `bin/prodigy`, `lib/*.jar` and a start-up cache.
///
/// It is put together once per test run from the class path of the tests, cut down to what the module `cli` needs; a
/// module that is not packaged yet is packed here. `-Dprodigy.dist=FOLDER` tests a ready one instead.
///
/// @param root the checkout, where `bin` lies
/// @param folder the distribution
/// @param jdk the JDK that runs it: the one that runs the tests
public record Distribution(Path root, Path folder, Path jdk) {

    /// @return the distribution of this test run; made at the first call
    public static Distribution underTest() {
        return Made.ONCE;
    }

    /// @return the command that runs the program as a user does
    public List<String> command(List<String> arguments) {
        var command = new ArrayList<>(List.of(folder.resolve("bin/prodigy").toString()));
        command.addAll(arguments);
        return command;
    }

    /// @return the command that runs the program without script and start-up cache
    public List<String> bareCommand(List<String> options, List<String> arguments) {
        var command = new ArrayList<>(List.of(jdk.resolve("bin/java").toString()));
        command.addAll(options);
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp", folder + "/lib/*", "dev.prodigy.cli.Main"));
        command.addAll(arguments);
        return command;
    }

    private static final class Made {
        static final Distribution ONCE = make();
    }

    private static Distribution make() {
        var root = checkout();
        var jdk = Path.of(System.getProperty("java.home"));
        var ready = System.getProperty("prodigy.dist");
        if (ready != null) {
            return new Distribution(root, Path.of(ready).toAbsolutePath(), jdk);
        }
        try {
            var folder = root.resolve("e2e/target/dist");
            var lib = empty(folder).resolve("lib");
            Files.createDirectories(lib);
            for (var location : locations()) {
                if (Files.isDirectory(location)) {
                    pack(location, lib);
                } else {
                    Files.copy(location, lib.resolve(location.getFileName()));
                }
            }
            furnish(root, folder, jdk);
            var cache = new ProcessBuilder(root.resolve("bin/make-cache").toString(), folder.toString(), jdk.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("make-cache.log").toFile())
                    .start();
            if (cache.waitFor() != 0) {
                throw new IllegalStateException(
                        "no start-up cache: " + Files.readString(folder.resolve("make-cache.log")));
            }
            return new Distribution(root, folder, jdk);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /// Adds what `bin/build` adds to the jars.
    private static void furnish(Path root, Path folder, Path jdk) throws IOException {
        Files.createDirectories(folder.resolve("bin"));
        Files.copy(root.resolve("bin/launch"), folder.resolve("bin/prodigy"), StandardCopyOption.COPY_ATTRIBUTES);
        Files.copy(root.resolve("bin/find-jdk"), folder.resolve("bin/find-jdk"), StandardCopyOption.COPY_ATTRIBUTES);
        Files.copy(root.resolve("bin/jvm.options"), folder.resolve("jvm.options"));
        Files.writeString(folder.resolve("jdk"), jdk + "\n");
    }

    /// @return what the module `cli` needs to run, of all that the tests have on their class path
    private static List<Path> locations() {
        var paths = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(Files::exists)
                .filter(path -> !path.endsWith("test-classes"))
                .toArray(Path[]::new);
        var modules = Configuration.resolve(
                ModuleFinder.of(paths),
                List.of(ModuleLayer.boot().configuration()),
                ModuleFinder.of(),
                Set.of("dev.prodigy.cli"));
        return modules.modules().stream()
                .map(module -> Path.of(module.reference().location().orElseThrow()))
                .sorted()
                .toList();
    }

    private static void pack(Path classes, Path lib) {
        var name = classes.getParent().getParent().getFileName() + ".jar";
        var jar = ToolProvider.findFirst("jar").orElseThrow();
        var target = lib.resolve(name).toString();
        if (jar.run(System.out, System.err, "--create", "--file", target, "-C", classes.toString(), ".") != 0) {
            throw new IllegalStateException("cannot pack " + classes);
        }
    }

    private static Path checkout() {
        var folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("bin/launch"))) {
            folder = folder.getParent();
            if (folder == null) {
                throw new IllegalStateException(
                        "no bin/launch above " + Path.of("").toAbsolutePath());
            }
        }
        return folder;
    }

    private static Path empty(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (var files = Files.walk(folder)) {
                for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        return Files.createDirectories(folder);
    }
}
