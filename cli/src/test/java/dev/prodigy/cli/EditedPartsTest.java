package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
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

    private List<String> trace() throws IOException {
        return Files.readAllLines(desk.folder().resolve("trace"));
    }
}
