package dev.prodigy.model.env;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecretNamesTest {
    @ParameterizedTest
    @CsvSource({
        "GITHUB_TOKEN, true",
        "token, true",
        "MyTokens, true",
        "AWS_SECRET_ACCESS_KEY, true",
        "DB_PASSWORD, true",
        "X_API_KEY_2, true",
        "PATH, false",
        "TOKE, false",
        "APIKEY, false",
        "MY_CERT, true",
        "CERT, false"
    })
    void entriesAreSecretByTheirName(String name, boolean secret) {
        assertThat(SecretNames.STANDARD.and(List.of("my_c?r*")).contains(name)).isEqualTo(secret);
    }

    @Test
    void numbersBooleansAndCommonWordsAreNoSecrets() {
        var environment = Map.of(
                "A_TOKEN", "4096",
                "B_TOKEN", "true",
                "C_TOKEN", "None",
                "D_TOKEN", "s3cr3tvalue",
                "E_TOKEN", "-1.5",
                "PATH", "/usr/bin:/bin");
        assertThat(SecretNames.STANDARD.secretsIn(environment)).isEqualTo(Set.of("s3cr3tvalue"));
    }

    @Test
    void aHostileNameTakesLittleTime() {
        var names = new SecretNames(List.of("*a*a*a*a*a*b"));
        assertThat(names.contains("a".repeat(10_000))).isFalse();
    }
}
