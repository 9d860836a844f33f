package dev.prodigy.e2e.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZonedDateTime;
import java.util.UUID;
import java.util.concurrent.ConcurrentMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// What `module-info` cannot say: packages without cycles, and no file, clock, thread or chance in the pure modules.
class ArchitectureTest {
    private static final String[] PURE = {"dev.prodigy.model..", "dev.prodigy.lang..", "dev.prodigy.engine.."};

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
        noClasses()
                .that()
                .resideInAnyPackage(PURE)
                .should()
                .dependOnClassesThat(
                        resideInAnyPackage("java.nio.file..", "java.nio.channels..", "java.net..", "javax.net..")
                                .or(nameMatching("java\\.io\\.(File|RandomAccess|Console|PrintStream).*"))
                                .or(nameMatching("java\\.lang\\.(Process.*|Runtime)")))
                .check(PROGRAM);
    }

    @Test
    void pureModulesReadNoClock() {
        noClasses()
                .that()
                .resideInAnyPackage(PURE)
                .should()
                .callMethodWhere(readsAClock())
                .check(PROGRAM);
    }

    @Test
    void pureModulesStartNoThreadsAndDrawNoChance() {
        noClasses()
                .that()
                .resideInAnyPackage(PURE)
                .should()
                .dependOnClassesThat(resideInAnyPackage("java.util.concurrent..", "java.util.random..")
                        .and(not(assignableTo(ConcurrentMap.class)))
                        .or(type(Thread.class))
                        .or(nameMatching("java\\.util\\.(Random|Timer.*|SplittableRandom)"))
                        .or(nameMatching("java\\.security\\.SecureRandom")))
                .check(PROGRAM);
        noClasses()
                .that()
                .resideInAnyPackage(PURE)
                .should()
                .callMethodWhere(target(owner(type(UUID.class)))
                        .and(target(name("randomUUID")))
                        .or(target(owner(type(Math.class))).and(target(name("random")))))
                .check(PROGRAM);
    }

    @Test
    void typesHaveTheNamesOfTheirJob() {
        classes()
                .should()
                .haveSimpleNameNotEndingWith("Manager")
                .andShould()
                .haveSimpleNameNotEndingWith("Helper")
                .andShould()
                .haveSimpleNameNotEndingWith("Util")
                .andShould()
                .haveSimpleNameNotEndingWith("Utils")
                .andShould()
                .haveSimpleNameNotEndingWith("Impl")
                .check(PROGRAM);
    }

    /// A rule that sees no class would hold for ever.
    @Test
    void theRulesCanFail() {
        assertThat(PROGRAM).hasSizeGreaterThan(800);
        ArchRule clock = noClasses().should().callMethodWhere(readsAClock());
        assertThatThrownBy(() -> clock.check(PROGRAM)).isInstanceOf(AssertionError.class);
    }

    private static DescribedPredicate<JavaCall<?>> readsAClock() {
        return target(name("now"))
                .and(target(owner(type(Instant.class)
                        .or(type(Clock.class))
                        .or(type(LocalDate.class))
                        .or(type(LocalDateTime.class))
                        .or(type(ZonedDateTime.class)))))
                .or(target(name("system")).and(target(owner(type(InstantSource.class)))))
                .or(target(nameMatching("currentTimeMillis|nanoTime")).and(target(owner(type(System.class)))))
                .forSubtype();
    }
}
