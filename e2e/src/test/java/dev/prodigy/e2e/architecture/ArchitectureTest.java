package dev.prodigy.e2e.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import dev.prodigy.e2e.architecture.broken.Chance;
import dev.prodigy.e2e.architecture.broken.Clocks;
import dev.prodigy.e2e.architecture.broken.Names;
import dev.prodigy.e2e.architecture.broken.Outside;
import dev.prodigy.e2e.architecture.broken.Threads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What `module-info` cannot say: packages without cycles, and no file, clock, thread or chance in the pure modules.
class ArchitectureTest {
    private static final String[] PURE = {"dev.prodigy.model..", "dev.prodigy.lang..", "dev.prodigy.engine.."};
    private static final String BROKEN = "dev.prodigy.e2e.architecture.broken";

    private static final Pattern TESTS = Pattern.compile(".*/test(-classes)?/.*");

    private static final JavaClasses PROGRAM = new ClassFileImporter()
            .withImportOption(location -> !location.matches(TESTS))
            .importPackages(
                    "dev.prodigy.model",
                    "dev.prodigy.lang",
                    "dev.prodigy.engine",
                    "dev.prodigy.runtime",
                    "dev.prodigy.cli",
                    "dev.prodigy.testkit");

    @Test
    void packagesOfAModuleHaveNoCycles() {
        for (var module : new String[] {"model", "lang", "engine", "runtime", "cli", "testkit"}) {
            slices().matching("dev.prodigy." + module + ".(**)")
                    .namingSlices(module + ".$1")
                    .should()
                    .beFreeOfCycles()
                    .check(PROGRAM);
        }
    }

    @Test
    void pureModulesTouchNoFilesProcessesOrSockets() {
        Rules.touchNoFilesProcessesOrSockets(PURE).check(PROGRAM);
    }

    @Test
    void pureModulesReadNoClock() {
        Rules.readNoClock(PURE).check(PROGRAM);
    }

    @Test
    void pureModulesStartNoThreadsAndDrawNoChance() {
        Rules.startNoThreads(PURE).check(PROGRAM);
        Rules.drawNoChance(PURE).check(PROGRAM);
    }

    @Test
    void typesHaveTheNamesOfTheirJob() {
        Rules.haveTheNamesOfTheirJob().check(PROGRAM);
    }

    /// Class files cannot tell: a package-info without annotations leaves none.
    @Test
    void everyPackageSaysWhatItIsFor() throws IOException {
        for (var module : new String[] {"model", "lang", "engine", "runtime", "cli", "testkit", "bench"}) {
            assertThat(silentPackages(Path.of("..", module, "src", "main", "java")))
                    .isEmpty();
        }
    }

    @Test
    void aSilentPackageIsFound(@TempDir Path sources) throws IOException {
        var silent = Files.createDirectories(sources.resolve("a/b"));
        Files.writeString(silent.resolve("C.java"), "package a.b;\n");
        Files.writeString(sources.resolve("a/package-info.java"), "package a;\n");
        Files.writeString(sources.resolve("module-info.java"), "module a {}\n");
        assertThat(silentPackages(sources)).containsExactly(silent);
    }

    private static List<Path> silentPackages(Path sources) throws IOException {
        try (var files = Files.walk(sources)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .map(file -> Objects.requireNonNull(file.getParent()))
                    .distinct()
                    .filter(folder -> !folder.equals(sources) && Files.notExists(folder.resolve("package-info.java")))
                    .sorted()
                    .toList();
        }
    }

    /// A rule that sees no class would hold for ever.
    @Test
    void theRulesSeeTheProgram() {
        assertThat(PROGRAM).hasSizeGreaterThan(800);
    }

    @ParameterizedTest
    @MethodSource("violations")
    void everyRuleCanFail(ArchRule rule, Class<?> violating) {
        var classes = new ClassFileImporter().importClasses(violating);
        assertThatThrownBy(() -> rule.check(classes))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("was violated (")
                .hasMessageContaining(violating.getSimpleName());
    }

    static Stream<Arguments> violations() {
        return Map.of(
                        Rules.touchNoFilesProcessesOrSockets(BROKEN), Outside.class,
                        Rules.readNoClock(BROKEN), Clocks.class,
                        Rules.startNoThreads(BROKEN), Threads.class,
                        Rules.drawNoChance(BROKEN), Chance.class,
                        Rules.haveTheNamesOfTheirJob(), Names.class)
                .entrySet()
                .stream()
                .flatMap(entry -> Arrays.stream(entry.getValue().getDeclaredClasses())
                        .map(violating -> Arguments.of(entry.getKey(), violating)));
    }
}
