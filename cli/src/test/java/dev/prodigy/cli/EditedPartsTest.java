package dev.prodigy.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Spec 03 §14, §15: a workflow is made of all its files. Whoever edits one of them edits the workflow, and what runs
/// as it was recorded runs with all of them as they were.
class EditedPartsTest {
    private static final String OLD = "commands: [{shell: 'echo old >>trace; test -e mended'}]\n";
    private static final String NEW = "commands: [{shell: 'echo new >>trace'}]\n";

    @TempDir
    Path temporary;

    private Desk desk;

    @BeforeEach
    void startsWithAFailedRun() throws IOException {
        desk = new Desk(temporary);
        desk.file("part.yml", OLD);
        desk.file("more.yml", "env: {FROM: old}\n");
        desk.file("flow.yml", """
                imports: [more.yml]
                mode: mapreduce
                map:
                  input: [a]
                  agent_template: [{template: part.yml}, {shell: 'echo $FROM >>trace'}]
                """);
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(3);
    }

    @Test
    void anEditedTemplateIsAnEditedWorkflow() throws IOException {
        desk.file("part.yml", "# only a comment\nname: other\n" + OLD);
        assertThat(desk.call("resume last --force").exitCode()).isEqualTo(3);
        desk.file("part.yml", NEW);

        var refused = desk.call("resume last --force -o json");

        assertThat(refused.exitCode()).as("%s", refused).isEqualTo(2);
        assertThat(refused.at("error.code")).isEqualTo("workflow_changed");
        assertThat(refused.at("error.changed.0")).isEqualTo("template_files[\"part.yml\"].commands[0].shell");
        assertThat(desk.call("resume last --force --accept-changes").exitCode()).isZero();
        assertThat(trace()).containsExactly("old", "old", "new", "old");
    }

    @Test
    void aRedriveRunsAllFilesAsTheyWere() throws IOException {
        desk.file("part.yml", NEW);
        desk.file("more.yml", "env: {FROM: new}\n");
        desk.file("mended", "");

        var redriven = desk.call("dlq retry last");

        assertThat(redriven.exitCode()).as("%s", redriven).isZero();
        assertThat(trace()).containsExactly("old", "old", "old");
    }

    @Test
    void aResumeDoesWithoutFilesThatAreGone() throws IOException {
        Files.delete(desk.folder().resolve("part.yml"));
        Files.delete(desk.folder().resolve("more.yml"));
        desk.file("mended", "");

        var resumed = desk.call("resume last --force");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(trace()).containsExactly("old", "old", "old");
    }

    /// Files of a workflow on stdin are named from where it was read.
    @Test
    void aRunFromStdinGoesOnFromAnotherDirectory() throws IOException {
        desk.piping("commands: [{template: part.yml}, {shell: 'echo behind >>trace'}]\n");
        assertThat(desk.call("run -").exitCode()).isEqualTo(1);
        desk.file("mended", "");
        desk.file("elsewhere/part.yml", NEW);

        var resumed = desk.call("resume last -C elsewhere");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(trace()).containsExactly("old", "old", "old", "behind");
    }

    /// Spec 00, promise 6: what a called workflow will read as a secret stands in no record of its caller either.
    @Test
    void theSecretsOfACalledWorkflowAreNotStored() throws IOException {
        desk.with("ESEC", "esecvalue77");
        desk.file("child.yml", """
                secrets: {E: "${env:ESEC}"}
                commands: [{shell: 'true # esecvalue77'}]
                """);
        desk.file(
                "caller.yml",
                "commands: [{shell: 'echo $ESEC'}, {workflow: child.yml}, {shell: 'echo esecvalue77; exit 4'}]\n");

        var said = desk.call("run caller.yml -o json");

        assertThat(said.exitCode()).isEqualTo(1);
        assertThat(said.out() + said.err()).doesNotContain("esecvalue77").contains("***");

        try (var files = Files.walk(desk.home())) {
            assertThat(files.filter(Files::isRegularFile)).isNotEmpty().noneMatch(EditedPartsTest::holdsTheSecret);
        }
    }

    /// Spec 05 §7: an item is out of reach of a redrive only where running again cannot differ.
    @Test
    void anItemWhoseCalledWorkflowLackedASecretRunsAgain() throws IOException {
        desk.file("child.yml", """
                secrets: {E: "${env:ESEC}"}
                commands: [{shell: 'test -n "${E}"'}]
                """);
        desk.file("caller.yml", "mode: mapreduce\nmap: {input: [a], agent_template: [{workflow: child.yml}]}\n");
        assertThat(desk.call("run caller.yml").exitCode()).isEqualTo(3);
        desk.with("ESEC", "esecvalue77");

        var redriven = desk.call("dlq retry last");

        assertThat(redriven.exitCode()).as("%s", redriven).isZero();
        assertThat(desk.call("dlq list last -o json").at("total")).isEqualTo("0");
    }

    private static boolean holdsTheSecret(Path file) {
        try {
            return Files.readString(file, ISO_8859_1).contains("esecvalue77");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> trace() throws IOException {
        return Files.readAllLines(desk.folder().resolve("trace"));
    }
}
