package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Env files and files of secrets: where they are looked for, and what is said of those that are wrong (spec 01 §13).
class FilesOfWorkflowsTest {
    @TempDir
    Path folder;

    private Desk desk;

    @BeforeEach
    void begin() throws IOException {
        desk = new Desk(folder).with("PRODIGY_ISOLATION", "none");
    }

    @Test
    void filesAreLookedForBesideTheFileThatNamesThem() throws IOException {
        Files.createDirectories(desk.folder().resolve(".git"));
        Files.createDirectories(desk.folder().resolve("sub/deep"));
        desk.file("sub/deep/flow.yml", """
                imports: [../more.yml]
                env_files: [{path: own.env, required: true}, start.env]
                secrets: {KEY: {provider: file, key: key.txt}}
                commands:
                  - {shell: "printf '%s' $OWN-$MORE-$START-${#KEY}", id: a}
                  - {workflow: ../child.yml, id: child}
                outputs: {shown: "${a.output}", child: "${child.own}"}
                """);
        desk.file("sub/more.yml", "env_files: [more.env]");
        desk.file("sub/child.yml", """
                env_files: [{path: child.env, required: true}]
                commands: [{shell: "printf '%s' $CHILD", id: b}]
                outputs: {own: "${b.output}"}
                """);
        desk.file("sub/deep/own.env", "OWN=own");
        desk.file("sub/more.env", "MORE=more");
        desk.file("sub/child.env", "CHILD=called");
        desk.file("start.env", "START=start");
        desk.file("sub/deep/key.txt", "abcdefgh\n");

        var said = desk.call("run sub/deep/flow.yml -o json --isolation none");

        assertThat(said.exitCode()).as("%s", said).isZero();
        assertThat(said.at("outputs.shown")).isEqualTo("own-more-start-8");
        assertThat(said.at("outputs.child")).isEqualTo("called");
    }

    @Test
    void aFileThatIsNowhereIsToldWithThePlaces() throws IOException {
        Files.createDirectories(desk.folder().resolve("sub"));
        desk.file("sub/flow.yml", """
                env_files: [{path: "${F:-x.env}", required: true}]
                secrets: {KEY: {provider: file, key: key.txt}}
                commands: [x]
                """);

        var said = desk.call("run sub/flow.yml");

        assertThat(said.exitCode()).isEqualTo(2);
        assertThat(said.err()).contains("tried sub/x.env, x.env").contains("tried sub/key.txt, key.txt");
    }

    @Test
    void aBadLineOfAnEnvFileIsNamedWithItsPlace() throws IOException {
        Files.createDirectories(desk.folder().resolve("sub"));
        desk.file("sub/flow.yml", """
                env_files: ["${F:-x.env}", y.env, {path: none.env, required: true}]
                commands: [x]
                """);
        desk.file("sub/x.env", "A=1\nhunter2hunter2\n");
        desk.file("sub/y.env", "hunter2hunter2\n");

        var early = desk.call("run sub/flow.yml");
        desk.file("sub/y.env", "B=1\n");
        desk.file("sub/none.env", "C=1\n");
        var late = desk.call("run sub/flow.yml -o json");
        var text = desk.call("run sub/flow.yml");

        assertThat(early.exitCode()).isEqualTo(2);
        assertThat(early.err())
                .contains("sub/y.env:1:1: error INVALID_VALUE: a line without `=`", "sub/flow.yml:1:42: error")
                .doesNotContain("hunter2");
        assertThat(late.exitCode()).isEqualTo(2);
        assertThat(late.at("error.code")).isEqualTo("invalid_input");
        assertThat(late.at("error.problems.0.file")).isEqualTo("sub/x.env");
        assertThat(late.at("error.problems.0.line")).isEqualTo("2");
        assertThat(late.at("error.hint")).startsWith("prodigy run --help");
        assertThat(text.err()).contains("sub/x.env:2:1: INVALID_VALUE: a line without `=`");
    }
}
