package dev.prodigy.lang.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.decode.env.WrittenSecrets;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A secret that stands in a file is masked as it is spelled there (spec 00, promise 6; 02 §11).
class WrittenSecretsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                ">-\n    correct horse\n    battery staple",
                ">2 # correct\n    correct horse\n\n    battery staple",
                "&it >\n    correct horse\n    battery staple",
                "|\n    correct horse\n    battery staple",
                "correct horse\n    battery staple",
                "'correct horse\n    battery staple'",
                "\"correct horse\\\n    battery staple\"",
            })
    void aSecretOfSeveralLinesIsMaskedInAllOfThem(String spelled) {
        var source = "secrets:\n  K: " + spelled + "\ncommands: [{shell: echo battery staple}]\n";
        var loaded = WorkflowLoader.load("f.yml", Workflows.in(Map.of("f.yml", source)), LoadOptions.DEFAULT);
        assertThat(WrittenSecrets.mask(source, loaded.secrets()))
                .startsWith("secrets:\n  K: ")
                .contains("***")
                .doesNotContain("horse", "battery", "staple");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "defaults: {def_password: def-pass-9988}",
                "defaults: {def_password: 'def-pass-9988'}",
                "parameters: {def_password: {default: def-pass-9988}}",
                "parameters: [{name: def_password, default: def-pass-9988}]",
                "parameters: {optional: [{name: def_password, default: def-pass-9988}]}",
                "parameters: {definitions: {def_password: {default: def-pass-9988}}}",
            })
    void aDefaultThatIsNamedSecretIsOne(String header) {
        var loaded = Workflows.load(header + "\ncommands: 'echo ${def_password}'");
        assertThat(loaded.secrets()).contains("def-pass-9988");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "defaults: {region: eu-central}",
                "defaults: {api_password: '${OTHER}'}",
                "parameters: {region: {default: eu-central}}",
            })
    void anyOtherDefaultIsNone(String header) {
        assertThat(Workflows.load(header + "\ncommands: 'echo ${region:-} ${api_password:-}'")
                        .secrets())
                .isEmpty();
    }

    @Test
    void theLongestSecretIsMaskedFirst() {
        assertThat(WrittenSecrets.mask("abcdefgh abcd", Set.of("abcd", "abcdefgh", "efgh")))
                .isEqualTo("*** ***");
    }

    @Test
    void linesThatTellNothingAreNoSecrets() {
        assertThat(WrittenSecrets.withLines(Set.of("first\n  ----\nab\n second\n")))
                .containsExactlyInAnyOrder("first\n  ----\nab\n second\n", "first", "second");
    }
}
