package dev.prodigy.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Spec 05 §1, §2.2, §4: whatever works on a run, from wherever, is configured as the run's own repository is.
class ConfigOfRunTest {
    private static final String OWN = """
            agents: {cx: {command: [echo, hidden-1234, "{prompt}"]}}
            variables: {WHOSE: own}
            redact: {patterns: ['hidden-[0-9]+']}
            """;

    private static final String OTHER = """
            agents: {cx: {command: [echo, other]}}
            variables: {WHOSE: other}
            """;

    @NewDesk
    private Desk desk;

    private Path elsewhere;

    @BeforeEach
    void anotherFolder() throws IOException {
        desk.with("PRODIGY_ISOLATION", "none").file(".prodigy/config.yml", OWN);
        elsewhere = Files.createDirectories(desk.folder().resolveSibling("other"));
        Files.createDirectories(elsewhere.resolve(".prodigy"));
        Files.writeString(elsewhere.resolve(".prodigy/config.yml"), OTHER);
    }

    @ParameterizedTest
    @CsvSource({"/, resume", "OTHER, resume", "/, dlq retry", "OTHER, dlq retry"})
    void aRunThatGoesOnElsewhereIsConfiguredAsItWas(String directory, String command) throws IOException {
        var steps = "['test -e mended', {cx: hi, capture: c}, 'echo ${WHOSE} ${c} >>told']";
        desk.file(
                "flow.yml",
                command.equals("resume")
                        ? "commands: " + steps
                        : "{mode: mapreduce, map: {input: [1], agent_template: " + steps + "}}");
        assertThat(desk.call("run flow.yml").exitCode()).isNotZero();
        Files.createFile(desk.folder().resolve("mended"));
        var run = desk.call("runs show last -o json").at("run_id");

        var said = desk.call(command + " " + run + " -p " + directory.replace("OTHER", elsewhere.toString()));

        assertThat(said.exitCode()).as("%s", said).isZero();
        assertThat(desk.folder().resolve("told")).hasContent("own hidden-1234 hi");
        assertNoFileHas("hidden-1234");
    }

    @Test
    void itsStepsAreFoundByTheirIdsToo() throws IOException {
        desk.file("flow.yml", "commands: [{cx: hi, id: q, capture: c}, 'echo ${c}']");
        assertThat(desk.call("run flow.yml").exitCode()).isZero();
        var run = desk.call("runs show last -o json").at("run_id");

        assertThat(desk.call("logs " + run + " --step q -p " + elsewhere).out()).contains("*** hi");
    }

    @Test
    void whereItsRepositoryHasNoneNoneHolds() throws IOException {
        Files.delete(desk.folder().resolve(".prodigy/config.yml"));
        desk.file("flow.yml", "commands: ['test -e mended', 'echo ${WHOSE:-none} >>told']");
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(1);
        Files.createFile(desk.folder().resolve("mended"));
        var run = desk.call("runs show last -o json").at("run_id");

        assertThat(desk.call("resume " + run + " -p " + elsewhere).exitCode()).isZero();

        assertThat(desk.folder().resolve("told")).hasContent("none");
    }

    @ParameterizedTest
    @ValueSource(strings = {"validate flow.yml --strict", "run flow.yml --strict --dry-run", "run flow.yml --strict"})
    void whatItConfiguresIsSetWhereAWorkflowIsChecked(String command) throws IOException {
        desk.file("flow.yml", "parameters: {whos: {default: x}}\ncommands: 'echo ${WHOSE}'");

        var said = desk.call(command);

        assertThat(said.exitCode()).as("%s", said).isZero();
        assertThat(said.err()).doesNotContain("UNSET_VARIABLE");
    }

    /// A called run is configured as its caller is, and by itself when that is gone.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aCalledRunHasTheConfigurationOfItsCaller(boolean isGone) throws IOException {
        desk.file(
                        "c.yml",
                        "{mode: mapreduce, map: {input: [1], agent_template: ['test -e mended', 'echo ${WHOSE} >>told']}}")
                .file("flow.yml", "commands: [{workflow: c.yml}]");
        assertThat(desk.call("run flow.yml").exitCode()).isNotZero();
        var caller = desk.call("runs show last -o json").at("run_id");
        var child = desk.call("runs show last -o json").at("children.0");
        Files.createFile(desk.folder().resolve("mended"));
        if (isGone) {
            // by hand: `runs clean` takes what a run has called with it
            remove(caller);
        }

        var said = desk.call("dlq retry " + child + " -p " + elsewhere);

        assertThat(said.exitCode()).as("%s", said).isZero();
        assertThat(desk.folder().resolve("told")).hasContent("own");
    }

    private void remove(String run) throws IOException {
        List<Path> ofRun;
        try (var files = Files.walk(desk.home())) {
            ofRun = files.filter(file -> file.toString().contains(run))
                    .sorted(Comparator.reverseOrder())
                    .toList();
        }
        for (var file : ofRun) {
            Files.delete(file);
        }
    }

    @Test
    void anotherRepositorysConsentMergesNothing() throws Exception {
        desk.without("PRODIGY_ISOLATION")
                .file(
                        "flow.yml",
                        "commands: ['test -e ../mended', {shell: 'echo x >new', commit_required: true, auto_commit: true}]");
        desk.git("init -q", "config user.name t", "config user.email t@t", "add flow.yml", "commit -qm first");
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(1);
        var run = desk.call("runs show last -o json").at("run_id");
        Files.createFile(
                Path.of(desk.call("runs show last -o json").at("worktree")).resolveSibling("mended"));
        Files.writeString(elsewhere.resolve(".prodigy/config.yml"), "merge: yes\n");

        var said = desk.call("resume " + run + " -p " + elsewhere);

        assertThat(said.exitCode()).as("%s", said).isZero();
        assertThat(desk.call("runs show last -o json").at("merge")).isEqualTo("not_merged");
        assertThat(desk.folder().resolve("new")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"resume RUN", "runs clean RUN --all --include-resumable -f", "skip RUN 1", "dlq clear RUN -f"})
    void aConfigurationElsewhereThatIsWrongDoesNotMatter(String command) throws IOException {
        desk.file("flow.yml", "{mode: mapreduce, map: {input: [1], agent_template: [exit 7]}}");
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(3);
        Files.writeString(elsewhere.resolve(".prodigy/config.yml"), "durability: none\n");
        var run = desk.call("runs show last -o json").at("run_id");

        var said = desk.call(command.replace("RUN", run) + " -p " + elsewhere);

        assertThat(said.exitCode()).as("%s", said).isNotEqualTo(2);
    }

    private void assertNoFileHas(String secret) throws IOException {
        try (var files = Files.walk(desk.home())) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(file, ISO_8859_1)).as("%s", file).doesNotContain(secret);
            }
        }
    }
}
