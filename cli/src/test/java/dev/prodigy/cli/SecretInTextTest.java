package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A secret that comes from outside and stands in the workflow's text as well (spec 00, promise 6).
class SecretInTextTest {
    private static final String SECRET = "supersecret-99";

    @TempDir
    Path temporary;

    private Desk desk;

    @BeforeEach
    void aFailedRun() throws IOException {
        desk = new Desk(temporary).with("PRODIGY_ISOLATION", "none").with("XKEY", SECRET);
        desk.file("flow.yml", """
                mode: mapreduce
                secrets: {KEY: "${env:XKEY}"}
                map:
                  input: [1, 2]
                  agent_template: [{shell: 'test supersecret-99 = "$KEY" && test ${item} = 1 || test -e mended'}]
                reduce: [{shell: 'test -e mended # supersecret-99'}]
                """);
        var said = desk.call("run flow.yml");
        assertThat(said.exitCode()).as("%s", said).isEqualTo(1);
    }

    @Test
    void noFileHasIt() throws IOException {
        assertNoFileHasIt();
    }

    @Test
    void theRunGoesOnWithTheFileAsItWas() throws IOException {
        Files.createFile(desk.folder().resolve("mended"));
        var resumed = desk.call("resume last");
        assertThat(resumed.exitCode()).as("%s", resumed).isEqualTo(3);
        var retried = desk.call("dlq retry last");
        assertThat(retried.exitCode()).as("%s", retried).isZero();
    }

    @Test
    void whatElseIsChangedIsSeen() throws IOException {
        var file = desk.folder().resolve("flow.yml");
        Files.writeString(file, Files.readString(file).replace("&& test", "&&  test"));
        assertThat(desk.call("resume last -o json").at("error.code")).isEqualTo("workflow_changed");
        assertThat(desk.call("resume last --accept-changes").exitCode()).isEqualTo(1);
        assertNoFileHasIt();
    }

    @Test
    void withoutTheFileItIsSaidWhyTheRunCannotGoOn() throws IOException {
        Files.delete(desk.folder().resolve("flow.yml"));
        for (var words : new String[] {"resume last -o json", "dlq retry last -o json"}) {
            var said = desk.call(words);
            assertThat(said.exitCode()).as("%s", said).isEqualTo(2);
            assertThat(said.at("error.code")).isEqualTo("secret_withheld");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"c3VwZXJzZWNyZXQtOTk=", "c3VwZXJzZWNyZXQtOTk"})
    void norInAnyOfItsForms(String form) throws IOException {
        desk.file("encoded.yml", "secrets: {KEY: '${env:XKEY}'}\ncommands: ['echo " + form + "']\n");
        assertThat(desk.call("run encoded.yml").exitCode()).isZero();
        assertNoFileHas(form);
    }

    @Test
    void aLineOfASecretIsMaskedToo() throws IOException {
        Files.writeString(desk.folder().resolve("key"), "first-line-1\n" + SECRET + "\n");
        desk.file("lines.yml", """
                secrets: {KEY: {provider: file, key: key}}
                commands: [{shell: 'test supersecret-99 != "$KEY"'}]
                """);
        var said = desk.call("run lines.yml");
        assertThat(said.exitCode()).as("%s", said).isZero();
        assertNoFileHasIt();
    }

    private void assertNoFileHasIt() throws IOException {
        assertNoFileHas(SECRET);
        assertThat(desk.call("runs show last -o json").out()).doesNotContain(SECRET);
    }

    private void assertNoFileHas(String text) throws IOException {
        try (var files = Files.walk(desk.home())) {
            assertThat(files.filter(Files::isRegularFile))
                    .isNotEmpty()
                    .noneMatch(file -> read(file).contains(text));
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
