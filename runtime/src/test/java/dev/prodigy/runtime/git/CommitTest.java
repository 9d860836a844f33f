package dev.prodigy.runtime.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CommitTest {
    private static final ObjectId ID = new ObjectId("1".repeat(40));
    private static final String TREE = "2".repeat(40);

    @Test
    void aMergeCommitIsReadWithSignatureAndAll() {
        var commit = parse("""
                tree %s
                parent %s
                parent %s
                author Ada Ä <ada@x> 1 +0000
                committer Bob <bob@x> 2 +0000
                gpgsig -----BEGIN PGP SIGNATURE-----
                 parent of nothing
                 -----END PGP SIGNATURE-----

                Subject

                Body
                """.formatted(TREE, "3".repeat(40), "4".repeat(40)));
        assertThat(commit.tree()).isEqualTo(new ObjectId(TREE));
        assertThat(commit.parents()).containsExactly(new ObjectId("3".repeat(40)), new ObjectId("4".repeat(40)));
        assertThat(commit.message()).isEqualTo("Subject\n\nBody\n");
    }

    @Test
    void anotherEncodingIsDecoded() {
        byte[] bytes = ("tree " + TREE + "\nauthor J\u00f6rg <j@x> 1 +0000\nencoding ISO-8859-1\n\nGr\u00fc\u00dfe\n")
                .getBytes(StandardCharsets.ISO_8859_1);
        var commit = Commit.parse(ID, bytes);
        assertThat(commit.subject()).isEqualTo("Grüße");
    }

    @Test
    void anUnknownEncodingIsTakenForUtf8() {
        assertThat(parse("tree " + TREE + "\nencoding no such!\n\nHi\n").subject())
                .isEqualTo("Hi");
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            'One line\n',                     One line
            'Two\nlines\n\nBody',             Two lines
            '\n\n  Leading blanks  \n',       Leading blanks
            '',                               ''
            """)
    void theSubjectIsTheFirstParagraphOnOneLine(String message, String subject) {
        assertThat(new Commit(ID, ID, java.util.List.of(), message.replace("\\n", "\n")).subject())
                .isEqualTo(subject);
    }

    private static Commit parse(String text) {
        return Commit.parse(ID, text.getBytes(StandardCharsets.UTF_8));
    }
}
