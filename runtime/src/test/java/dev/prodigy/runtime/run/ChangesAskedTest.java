package dev.prodigy.runtime.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChangesAskedTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"shell":"git commit -m x","commit_required":false,"auto_commit":false} | false
            {"shell":"echo ${step.files_changed}"}              | true
            {"shell":"echo ${step.commits}"}                    | true
            {"when":"workflow.commit_count > 0"}                | true
            {"shell":"echo ${build.insertions}"}                | true
            {"shell":"true","commit_required":true}             | true
            {"shell":"true","auto_commit":true}                 | true
            """)
    void aReaderIsFound(String workflow, boolean reads) {
        assertThat(ChangesAsked.by(workflow)).isEqualTo(reads);
    }
}
