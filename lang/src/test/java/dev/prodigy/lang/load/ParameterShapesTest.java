package dev.prodigy.lang.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 01 §12: the shapes of `parameters` go together.
class ParameterShapesTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {required: [p], definitions: {p: {type: integer}}}                  | p INTEGER true null
                    {definitions: {p: {type: integer, default: 1}}, required: [p]}      | p INTEGER true Num[number=1]
                    {optional: [p], definitions: [{name: p, type: array}]}              | p ARRAY false null
                    {optional: [p], definitions: {p: {type: string, default: null}}}    | p STRING false NULL
                    """)
    void aListOfNamesSaysWhatIsRequiredOfTheDefinitions(String parameters, String shown) {
        for (var files : List.of(
                Map.of(Workflows.FILE, "parameters: " + parameters + "\ncommands: \"echo ${p}\""),
                Map.of(
                        Workflows.FILE,
                        "extends: b.yml\nparameters: {}",
                        "b.yml",
                        "parameters: " + parameters + "\ncommands: \"echo ${p}\""),
                Map.of(
                        Workflows.FILE,
                        "imports: [b.yml]\nparameters: []\ncommands: \"echo ${p}\"",
                        "b.yml",
                        "parameters: " + parameters))) {
            var loaded = Workflows.load(files);
            assertThat(Objects.requireNonNull(
                                    loaded.workflow(), () -> loaded.problems().toString())
                            .header()
                            .parameters())
                    .extracting(
                            each -> each.name() + " " + each.type() + " " + each.required() + " " + each.defaultValue())
                    .containsExactly(shown);
        }
    }
}
