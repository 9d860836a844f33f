package dev.prodigy.e2e.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `./prodigy` in a checkout: finds a JDK, builds at the first use, says what is missing. Maven is played by a script
/// that copies the distribution under test.
class LauncherScriptTest {
    private static final List<String> TOOLS = List.of(
            "sh",
            "bash",
            "env",
            "dirname",
            "readlink",
            "sed",
            "cat",
            "find",
            "mkdir",
            "cp",
            "rm",
            "mv",
            "touch",
            "tail",
            "grep",
            "cksum",
            "tr",
            "stat",
            "date",
            "flock",
            "git",
            "setsid",
            "head",
            "ls",
            "ln",
            "mktemp",
            "stty");

    @TempDir
    Path folder;

    private Path checkout;
    private Path tools;

    @BeforeEach
    void checkout() throws IOException {
        var root = Distribution.underTest().root();
        checkout = Files.createDirectories(folder.resolve("a check out"));
        tools = Files.createDirectories(folder.resolve("tools"));
        Files.createDirectories(checkout.resolve("bin"));
        for (var script : List.of("prodigy", "bin/build", "bin/find-jdk", "bin/make-cache", "bin/launch")) {
            program(checkout.resolve(script), Files.readString(root.resolve(script)));
        }
        for (var part : List.of("bin/is-current", "bin/jvm.options")) {
            Files.copy(root.resolve(part), checkout.resolve(part));
        }
        for (var tool : TOOLS) {
            program(tools.resolve(tool), "#!/bin/sh\nexec " + onPath(tool) + " \"$@\"\n");
        }
    }

    @Test
    void withoutMavenItSaysWhatToInstall() {
        var ended = prodigy().run(List.of(checkout.resolve("prodigy").toString(), "--version"));

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(69);
        assertThat(ended.err()).contains("Maven (mvn) is not on the path").contains("apt-get install maven");
        assertThat(ended.out()).isEmpty();
    }

    @Test
    void withoutAJdkItSaysWhichAndWhere() throws IOException {
        var finder = checkout.resolve("bin/find-jdk");
        program(finder, Files.readString(finder).replaceAll("(?m)(^|\\s)(/usr|/opt|/Library)/", "$1/nowhere/"));

        var ended = prodigy().run(List.of(checkout.resolve("prodigy").toString(), "--version"));

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(69);
        assertThat(ended.err()).contains("no JDK 25 found").contains("JAVA_HOME");
    }

    @Test
    void theFirstUseBuildsAndTheSecondDoesNot() throws IOException {
        var lib = Distribution.underTest().folder().resolve("lib");
        program(tools.resolve("mvn"), """
                #!/bin/sh
                echo built >>"%s"
                mkdir -p cli/target/lib && cp "%s"/*.jar cli/target/lib/
                cp "%s"/jackson-core*.jar cli/target/prodigy-cli-0.jar
                """.formatted(folder.resolve("builds"), lib, lib));
        var command = List.of(checkout.resolve("prodigy").toString(), "--version");

        var first = prodigy().run(command);
        var second = prodigy().run(command);

        assertThat(first.exitCode()).as("%s", first).isZero();
        assertThat(first.out()).startsWith("prodigy ");
        assertThat(first.err()).isEqualTo("prodigy: building, which takes about a minute …\n");
        assertThat(second.out()).isEqualTo(first.out());
        assertThat(second.err()).isEmpty();
        assertThat(Files.readAllLines(folder.resolve("builds"))).containsExactly("built");
    }

    @Test
    void aDistributionThatWasMovedStartsWithoutAWord() throws IOException {
        var moved = folder.resolve("moved");
        prodigy().run(List.of("cp", "-r", Distribution.underTest().folder().toString(), moved.toString()));

        var ended = prodigy().run(List.of(moved.resolve("bin/prodigy").toString(), "--version"));

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.out()).startsWith("prodigy ");
        assertThat(ended.err()).isEmpty();
    }

    /// It would run the classes that it was made of.
    @Test
    void aCacheThatIsOlderThanAJarIsNotUsed() throws IOException {
        var jdk = Files.createDirectories(folder.resolve("jdk/bin")).getParent();
        program(jdk.resolve("bin/java"), "#!/bin/sh\necho \"$@\"\n");
        Files.writeString(jdk.resolve("release"), "");
        var dist =
                Files.createDirectories(folder.resolve("dist/bin")).getParent().toRealPath();
        program(dist.resolve("bin/prodigy"), Files.readString(checkout.resolve("bin/launch")));
        Files.writeString(dist.resolve("jdk"), jdk + "\n");
        Files.writeString(dist.resolve("start.place"), dist + "\n");
        var jar = Files.createFile(Files.createDirectories(dist.resolve("lib")).resolve("a.jar"));
        var cache = Files.createFile(dist.resolve("start-1-2.aot"));
        var command = List.of(dist.resolve("bin/prodigy").toString(), "ps");

        assertThat(prodigy().run(command).out()).contains("-XX:AOTCache=" + cache);
        Files.setLastModifiedTime(
                jar, FileTime.from(Files.getLastModifiedTime(cache).toInstant().plusSeconds(1)));
        assertThat(prodigy().run(command).out()).doesNotContain("AOTCache").contains("dev.prodigy.cli.Main ps");
    }

    @Test
    void inADirectoryThatIsGoneItSaysSo() {
        var launcher = Distribution.underTest().folder().resolve("bin/prodigy");

        var ended = prodigy().run(List.of("bash", "-c", "mkdir gone; cd gone; rm -r ../gone; '" + launcher + "' ps"));

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(2);
        assertThat(ended.err()).contains("the current directory is gone");
    }

    @Test
    void aBuildThatFailsShowsTheEndOfItsLog() throws IOException {
        program(tools.resolve("mvn"), "#!/bin/sh\necho 'COMPILATION ERROR in Some.java'\nexit 1\n");

        var ended = prodigy().run(List.of(checkout.resolve("prodigy").toString(), "--version"));

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(69);
        assertThat(ended.err()).contains("COMPILATION ERROR in Some.java").contains("cli/target/build.log");
    }

    @ParameterizedTest
    @CsvSource({"25.0.1, true", "26, true", "24.0.2, false", "1.8.0_392, false"})
    void aJdkCountsFromVersion25(String version, boolean counts) throws IOException {
        var jdk = folder.resolve("jdk");
        Files.createDirectories(jdk.resolve("bin"));
        program(jdk.resolve("bin/java"), "#!/bin/sh\n");
        program(jdk.resolve("bin/javac"), "#!/bin/sh\n");
        Files.writeString(jdk.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");

        var ended = prodigy()
                .with("JAVA_HOME", jdk.toString())
                .run(List.of(checkout.resolve("bin/find-jdk").toString()));

        assertThat(ended.out().strip().equals(jdk.toString())).as("%s", ended).isEqualTo(counts);
    }

    private Prodigy prodigy() {
        var environment = new HashMap<>(Map.of(
                "PATH", tools.toString(),
                "HOME", folder.toString(),
                "PRODIGY_HOME", folder.resolve("home").toString()));
        return Prodigy.of(folder.resolve("records"), folder, environment);
    }

    private static void program(Path file, String text) throws IOException {
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static Path onPath(String tool) {
        for (var folder : System.getenv("PATH").split(":", -1)) {
            if (Files.isExecutable(Path.of(folder, tool))) {
                return Path.of(folder, tool);
            }
        }
        throw new IllegalStateException(tool + " is not on the path");
    }
}
