package dev.prodigy.runtime.git.conflict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ConflictMarkersTest {
    @TempDir
    Path base;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            '<<<<<<< HEAD\\nx\\n=======\\ny\\n>>>>>>> b\\n' | true
            'text\\n>>>>>>> b'                              | true
            'text\\n<<<<<<<'                                | true
            'Heading\\n=======\\n'                          | false
            ' <<<<<<< HEAD\\n'                              | false
            'x <<<<<<< HEAD\\n'                             | false
            '<<<<<<<< eight\\n'                             | false
            '<<<<<< six\\n'                                 | false
            '<<<<>>> mixed\\n'                              | false
            '<<<<<<<x\\n'                                   | false
            ''                                              | false
            """)
    void onlyWholeMarkersAtTheStartOfALineCount(String text, boolean marked) throws IOException {
        var file = base.resolve("file");
        Files.writeString(file, text.replace("\\n", "\n"));
        assertThat(ConflictMarkers.areIn(file)).isEqualTo(marked);
    }

    @Test
    void aFileThatIsGoneHasNone() throws IOException {
        assertThat(ConflictMarkers.areIn(base.resolve("gone"))).isFalse();
        assertThat(ConflictMarkers.areIn(base)).isFalse();
    }
}
