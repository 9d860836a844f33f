package dev.prodigy.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Spec 05 §4: `redact.env_names` means the entries of a workflow as it means the variables of the process.
class FurtherSecretNamesTest {
    @NewDesk
    private Desk desk;

    @BeforeEach
    void named() throws IOException {
        desk.with("PRODIGY_ISOLATION", "none")
                .file(".prodigy/config.yml", "redact: {env_names: ['my_cr?d']}\n")
                .file("vars.env", "MY_CRED=hidden-sx-7\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "env: {MY_CRED: hidden-sx-7}\nSTEP",
                "env: {MY_CRED: {command: 'echo hidden-sx-$((3 + 4))'}}\nSTEP",
                "env_files: [vars.env]\nSTEP",
                "profiles: {p: {MY_CRED: hidden-sx-7}}\nactive_profile: p\nSTEP",
                "parameters: {definitions: {MY_CRED: {type: string}}}\nSTEP",
                "commands: [{shell: 'echo $MY_CRED', env: {MY_CRED: hidden-sx-7}}]",
                "commands: [{foreach: [1], env: {MY_CRED: hidden-sx-7}, do: ['echo $MY_CRED']}]",
            })
    void isMaskedWhereverItComesFrom(String workflow) throws IOException {
        desk.file("flow.yml", workflow.replace("STEP", "commands: ['echo $MY_CRED']"));

        var said =
                desk.call("run flow.yml -v" + (workflow.contains("parameters") ? " --param MY_CRED=hidden-sx-7" : ""));

        assertThat(said.exitCode()).as("%s", said).isZero();
        assertThat(said.err()).doesNotContain("hidden-sx-7");
        assertThat(desk.call("logs last").out()).contains("***");
        try (var files = Files.walk(desk.home())) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(file, ISO_8859_1)).as("%s", file).doesNotContain("hidden-sx-7");
            }
        }
    }
}
