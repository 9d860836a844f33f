package dev.prodigy.lang.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NodePathTest {
    @Test
    void aPathReadsAsInMessages() {
        var path = NodePath.ROOT.key("commands").index(2).key("on_failure").key("strategy");
        assertThat(path).hasToString("commands[2].on_failure.strategy");
        assertThat(NodePath.ROOT).hasToString("");
        assertThat(NodePath.ROOT.index(0).key("a b").key("x")).hasToString("[0][\"a b\"].x");
    }
}
