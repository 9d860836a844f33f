package dev.prodigy.e2e.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.elements.ClassesShould;
import java.time.Clock;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.ConcurrentMap;

/// What holds for the classes of some packages, or for all. Whether each can fail is shown with `broken`.
final class Rules {
    private Rules() {}

    static ArchRule touchNoFilesProcessesOrSockets(String... packages) {
        return in(packages)
                .dependOnClassesThat(
                        resideInAnyPackage("java.nio.file..", "java.nio.channels..", "java.net..", "javax.net..")
                                .or(nameMatching("java\\.io\\.(File|RandomAccess|Console|PrintStream).*"))
                                .or(nameMatching("java\\.lang\\.(Process.*|Runtime)")));
    }

    static ArchRule readNoClock(String... packages) {
        return in(packages).accessTargetWhere(aClockIsRead());
    }

    static ArchRule startNoThreads(String... packages) {
        return in(packages)
                .dependOnClassesThat(resideInAnyPackage("java.util.concurrent..")
                        .and(not(assignableTo(ConcurrentMap.class)))
                        .or(type(Thread.class))
                        .or(nameMatching("java\\.util\\.Timer.*")));
    }

    static ArchRule drawNoChance(String... packages) {
        return in(packages)
                .dependOnClassesThat(resideInAnyPackage("java.util.random..")
                        .or(nameMatching("java\\.util\\.(concurrent\\.ThreadLocal|Splittable)?Random"))
                        .or(nameMatching("java\\.security\\.SecureRandom")))
                .orShould()
                .accessTargetWhere(calls(UUID.class, "randomUUID").or(calls(Math.class, "random")));
    }

    static ArchRule haveTheNamesOfTheirJob() {
        return classes().should(new Named("Manager", "Helper", "Util", "Utils", "Impl", "Ops", "Facade"));
    }

    private static ClassesShould in(String... packages) {
        return noClasses().that().resideInAnyPackage(packages).should();
    }

    /// Methods of `java.time` that are called `now` read one even where they are given a zone.
    private static DescribedPredicate<JavaAccess<?>> aClockIsRead() {
        return target(name("now"))
                .and(target(owner(resideInAPackage("java.time.."))))
                .or(calls(Clock.class, "system.*|tick(Millis|Seconds|Minutes)"))
                .or(calls(InstantSource.class, "system"))
                .or(calls(System.class, "currentTimeMillis|nanoTime"))
                .forSubtype();
    }

    private static DescribedPredicate<JavaAccess<?>> calls(Class<?> owner, String name) {
        return target(nameMatching(name)).and(target(owner(type(owner)))).forSubtype();
    }
}
