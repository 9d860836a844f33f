package dev.prodigy.lang.decode.env;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Spec 01 §13, `env_files`.
class EnvFileTest {

    @Test
    void aByteOrderMarkIsNoPartOfTheFirstName() {
        var file = EnvFile.read("\uFEFFA=1\r\nB=\uFEFF2\n", "x.env");
        assertThat(file.problems()).isEmpty();
        assertThat(file.variables()).containsEntry("A", "1").containsEntry("B", "\uFEFF2");
    }
}
