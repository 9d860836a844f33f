package dev.prodigy.lang.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Whatever bytes come in, a document comes out: with a tree, or with a problem.
class YamlFuzzTest {
    private static final String SEED = """
            # prodigy: ignore NO_EFFECT
            name: &n "a\\tb\\u0041"
            map:
              input: {items: [1, 2.5, 'it''s', ~, true]}
              <<: *n
              agent_template:
              - shell: |
                  echo ${item.x} # x
                  done
              - ? key
                : >-
                  folded
                  text
                retry: !exponential {base: 2.0}
            ---
            """;
    private static final String PIECES = "[]{}:,-?&*!|>'\"%@` \n\t#<\\\u0000\u0085\uFEFF\uD83D\uDE00aAx0é~=.$";

    @Test
    void damagedTextNeverThrows() {
        var random = new Random(20261120);
        for (int round = 0; round < 20_000; round++) {
            var text = new StringBuilder(SEED);
            for (int edits = 1 + random.nextInt(6); edits > 0; edits--) {
                edit(text, random);
            }
            check(Yaml.read("f.yml", text.toString()), text.toString());
        }
    }

    @Test
    void damagedBytesNeverThrow() {
        var random = new Random(11);
        for (int round = 0; round < 5_000; round++) {
            var bytes = SEED.getBytes(StandardCharsets.UTF_8);
            for (int edits = 1 + random.nextInt(4); edits > 0; edits--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            check(Yaml.read("f.yml", bytes), new String(bytes, StandardCharsets.ISO_8859_1));
        }
    }

    @Test
    void piecesInAnyOrderNeverThrow() {
        var random = new Random(5);
        for (int round = 0; round < 20_000; round++) {
            var text = new StringBuilder();
            for (int length = random.nextInt(60); length > 0; length--) {
                text.append(PIECES.charAt(random.nextInt(PIECES.length())));
            }
            check(Yaml.read("f.yml", text.toString()), text.toString());
        }
    }

    private static void edit(StringBuilder text, Random random) {
        int at = random.nextInt(text.length());
        switch (random.nextInt(4)) {
            case 0 -> text.setCharAt(at, PIECES.charAt(random.nextInt(PIECES.length())));
            case 1 -> text.insert(at, PIECES.charAt(random.nextInt(PIECES.length())));
            case 2 -> text.deleteCharAt(at);
            default -> text.insert(at, text.substring(Math.max(0, at - random.nextInt(30)), at));
        }
    }

    private static void check(Document document, String text) {
        var root = document.root();
        if (root == null) {
            assertThat(document.problems()).as(text).isNotEmpty();
        } else {
            var form = NodeJson.of(root);
            assertThat(NodeJson.tree(form, "f.yml")).as(text).isEqualTo(root);
            checkPositions(document.source(), root);
        }
    }

    private static void checkPositions(SourceText source, Node node) {
        switch (node) {
            case Node.Scalar scalar -> {
                for (int i = 0; i <= scalar.text().length(); i++) {
                    ScalarPositions.of(source, scalar, i);
                }
            }
            case Node.Sequence list -> list.items().forEach(each -> checkPositions(source, each));
            case Node.Mapping map -> map.entries().forEach(each -> checkPositions(source, each.value()));
        }
    }
}
