package dev.prodigy.lang.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodePathTest {
    @Test
    void aPathReadsAsInMessages() {
        var path = NodePath.ROOT.key("commands").index(2).key("on_failure").key("strategy");
        assertThat(path).hasToString("commands[2].on_failure.strategy");
        assertThat(NodePath.ROOT).hasToString("");
        assertThat(NodePath.ROOT.index(0).key("a b").key("x")).hasToString("[0][\"a b\"].x");
    }

    @ParameterizedTest
    @CsvSource({"a-b_9, a-b_9", "0, 0", "Zz, Zz", "-a, [\"-a\"]", "'', [\"\"]", "é, [\"é\"]", "a.b, [\"a.b\"]"})
    void onlyPlainWordsStandWithoutQuotes(String key, String text) {
        assertThat(NodePath.ROOT.key(key)).hasToString(text);
    }
}
