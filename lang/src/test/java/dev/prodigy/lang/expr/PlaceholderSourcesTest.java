package dev.prodigy.lang.expr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Nature;
import dev.prodigy.lang.expr.scope.Scope;
import dev.prodigy.model.value.Value;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlaceholderSourcesTest {
    private final RecordedSources sources = new RecordedSources();
    private final Scope scope = Scope.of(Map.of(
            "item", TestScopes.namespace("{\"path\": \"a.txt\", \"name\": \"n\"}"),
            "resp", Binding.data(Value.of("{\"items\": [{\"id\": 7}], \"key with blank\": 1, \"none\": null}")),
            "obj", Binding.data(dev.prodigy.lang.json.Json.parse("{\"items\": [1, 2]}")),
            "text", Binding.data(Value.of("no json"))));

    private Resolution.Rendering render(String text) {
        return Template.parse(text, TextPlace.TEXT).render(scope, sources);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '~', textBlock = """
            %Y-%m-%d                => 2026-03-04
            %H:%M:%S                => 05:06:07
            %F %T                   => 2026-03-04 05:06:07
            %j                      => 063
            %s                      => 1772600767
            %z                      => +0000
            100%% %q %              => 100% %q %
            """)
    void dates(String format, String expected) {
        assertThat(render("<${date:" + (format.startsWith("1") ? "x" + format : format) + "}>"))
                .isEqualTo(Resolution.Filled.text(
                        "<" + (format.startsWith("1") ? "x" : "") + expected + ">", Nature.TEXT));
    }

    @Test
    void oneTextReadsTheClockOnceAndTheNextReadsItAgain() {
        assertThat(render("${date:%S} ${date:%S} ${nope:-${date:%S}}"))
                .isEqualTo(Resolution.Filled.text("07 07 ${nope:-${date:%S}}", Nature.TEXT));
        assertThat(render("${date:%S} '${item.nope:-${date:%S}}'"))
                .isEqualTo(Resolution.Filled.text("08 '08'", Nature.TEXT));
    }

    @Test
    void everyPlaceholderHasAUuidOfItsOwn() {
        assertThat(render("${uuid} ${ uuid }")).isEqualTo(Resolution.Filled.text("uuid-1 uuid-2", Nature.TEXT));
    }

    @Test
    void aFileIsDataWithoutItsLastLineEnds() {
        sources.contents = Map.of("VERSION", "1.2\n\r\n\n", "docs/a.txt", "hi");
        assertThat(render("v${file:VERSION}")).isEqualTo(Resolution.Filled.text("v1.2", Nature.DATA));
        assertThat(render("${file:docs/${item.path}}")).isEqualTo(Resolution.Filled.text("hi", Nature.DATA));
        assertThat(render("${file:nope}")).isEqualTo(new Resolution.Undefined("file:nope", "no such file", List.of()));
        assertThat(render("${file:${item.nope}}")).isInstanceOf(Resolution.Undefined.class);
    }

    @Test
    void aCommandIsHandedOnAsItsAuthorWroteIt() {
        assertThat(render("${cmd:git log ${item.name} | head -1}"))
                .isEqualTo(Resolution.Filled.text("ran git log ${item.name} | head -1", Nature.DATA));
        assertThat(render("${cmd:echo \\} ${x:-\\}}}"))
                .isEqualTo(Resolution.Filled.text("ran echo } ${x:-\\}}", Nature.DATA));
        assertThat(render("${cmd:exit 1}")).isEqualTo(new Resolution.Undefined("cmd:exit 1", "exit code 1", List.of()));
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '~', textBlock = """
            items[0].id:from:resp           => 7
            items.0.id:from:resp            => 7
            $.items[0].id:from:resp         => 7
            ["key with blank"]:from:resp    => 1
            items[*]:from:obj               => [1,2]
            none:from:resp                  => ~~
            """)
    void jsonLooksIntoAVariable(String body, String expected) {
        var filled = (Resolution.Filled) render("${json:" + body + "}");
        assertThat(filled.text()).isEqualTo(expected);
        assertThat(filled.nature()).isEqualTo(Nature.DATA);
    }

    @Test
    void jsonWithoutAValueSaysWhy() {
        assertThat(render("${json:a.b:from:resp}"))
                .isEqualTo(new Resolution.Undefined("json:a.b:from:resp", "`resp` has no `a.b`", List.of()));
        assertThat(render("${json:a:from:text}"))
                .isEqualTo(new Resolution.Undefined("json:a:from:text", "`text` is not JSON", List.of()));
        assertThat(render("${json:a:from:nope}")).isEqualTo(Resolution.Filled.text("${json:a:from:nope}", Nature.TEXT));
        assertThat(render("${json:a}")).isEqualTo(Resolution.Filled.text("${json:a}", Nature.TEXT));
    }

    @Test
    void aDeclaredNameWinsOverAForm() {
        var declared = Scope.of(Map.of(
                "file",
                Binding.data(Value.of("src/a.rs")),
                "date",
                Binding.text("today"),
                "uuid",
                Binding.text("mine")));
        assertThat(Template.parse(
                                "${file:basename} ${file:-x} ${date} ${date:upper} ${uuid} ${date:%Y}", TextPlace.TEXT)
                        .render(declared, sources))
                .isEqualTo(Resolution.Filled.text("a.rs src/a.rs today TODAY mine 2026", Nature.DATA));
        sources.contents = Map.of("src/b.rs", "content");
        assertThat(Template.parse("${file:src/b.rs}", TextPlace.TEXT).render(declared, sources))
                .isEqualTo(Resolution.Filled.text("content", Nature.DATA));
    }

    @Test
    void inAnExpressionWhatCannotBeReadIsNull() {
        sources.contents = Map.of("VERSION", "2\n");
        assertThat(CompiledExpression.parse("${file:VERSION} > 1 && '${file:VERSION}' == 2", BareNames.VARIABLES)
                        .isTrue(scope, sources))
                .isTrue();
        assertThat(CompiledExpression.parse("${file:nope}", BareNames.VARIABLES).evaluate(scope, sources))
                .isEqualTo(Value.Null.NULL);
        assertThat(CompiledExpression.parse("'${cmd:exit 1}x'", BareNames.VARIABLES)
                        .evaluate(scope, sources))
                .isEqualTo(Value.of(""));
    }
}
