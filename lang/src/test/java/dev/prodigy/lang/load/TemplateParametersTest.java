package dev.prodigy.lang.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.parameter.Parameter;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a file declares beside the parameters of its template (spec 01 §12).
class TemplateParametersTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    [{name: who}, {name: n, default: 1}]            | [own]
                    [who, {name: n, default: 1}]                    | {own: {required: true}}
                    {required: [who], optional: [{name: n, default: 1}]} | {definitions: {own: {required: true}}}
                    {who: null, n: 1}                               | {required: [own]}
                    {who: {required: true}, n: {default: 1}}        | {definitions: {own: {type: any}}}
                    {definitions: {who: {required: true}, n: 1}}    | {own: {type: any}}
                    {definitions: {who: {required: true}, n: 1}}    | {required: [who, own]}
                    {definitions: {who: {required: true}, n: 1}}    | {who: {default: mine}, own: {type: any}}
                    """)
    void aTemplateKeepsItsParametersBesideTheFilesOwn(String theirs, String own) {
        for (var mode : List.of("commands: [x]", "mode: mapreduce\nmap: {input: [1], agent_template: [x]}")) {
            assertThat(parameters(Map.of(
                            Workflows.FILE,
                            "template: {source: t, with: {who: Z}}\nparameters: " + own + "\n" + mode,
                            "templates/t.yml",
                            "parameters: " + theirs)))
                    .extracting(each -> each.name() + " " + each.required() + " " + each.defaultValue())
                    .containsExactly("who false Text[text=Z]", "n false Num[number=1]", "own true null");
        }
    }

    @Test
    void aFileOverABaseWithATemplateKeepsTheTemplatesParameters() {
        assertThat(parameters(Map.of(
                        Workflows.FILE,
                        "extends: b.yml\nparameters: {extra: {default: W}}",
                        "b.yml",
                        "template: {source: t.yml, with: {who: zed}}\nparameters: {more: {default: m}}",
                        "t.yml",
                        "parameters: {who: {default: bob}}\ncommands: x")))
                .extracting(each -> each.name() + " " + each.defaultValue())
                .containsExactly("who Text[text=zed]", "more Text[text=m]", "extra Text[text=W]");
    }

    @Test
    void theFileSaysMoreOfATemplatesParameters() {
        assertThat(parameters(Map.of(
                        Workflows.FILE,
                        "template: t\nparameters: {n: {default: 2}, gone: null}\ncommands: x",
                        "templates/t.yml",
                        "parameters: [{name: n, type: integer, default: 1}, gone]")))
                .extracting(each -> each.name() + " " + each.type() + " " + each.defaultValue())
                .containsExactly("n INTEGER Num[number=2]");
    }

    private static List<Parameter> parameters(Map<String, String> files) {
        var loaded = Workflows.load(files);
        return Objects.requireNonNull(loaded.workflow(), () -> loaded.problems().toString())
                .header()
                .parameters();
    }
}
