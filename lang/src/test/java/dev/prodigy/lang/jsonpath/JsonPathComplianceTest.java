package dev.prodigy.lang.jsonpath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// The official compliance test suite of RFC 9535, every case in strict mode. It is not part of this
/// repository, so that this test runs only when `-Dprodigy.jsonpath.suite=<absolute path of cts.json>` says
/// where it is.
class JsonPathComplianceTest {
    static final String SUITE = "prodigy.jsonpath.suite";

    @TestFactory
    Stream<DynamicTest> everyCase() throws IOException {
        return cases().stream().map(each -> DynamicTest.dynamicTest(text(each, "name"), () -> check(each)));
    }

    @Test
    void theSuiteIsWhole() throws IOException {
        assertThat(cases()).hasSizeGreaterThanOrEqualTo(703);
    }

    private static List<Value.Fields> cases() throws IOException {
        try (var suite = Files.newInputStream(Path.of(System.getProperty(SUITE)))) {
            return JsonPath.parse("$.tests[*]", JsonPath.Mode.STRICT).evaluate(Json.parse(suite)).stream()
                    .map(Value.Fields.class::cast)
                    .toList();
        }
    }

    private static void check(Value.Fields each) {
        String selector = text(each, "selector");
        if (Value.Bool.TRUE.equals(each.get("invalid_selector"))) {
            assertThatThrownBy(() -> JsonPath.parse(selector, JsonPath.Mode.STRICT))
                    .isInstanceOf(JsonPathSyntax.class);
            return;
        }
        var nodes = JsonPath.parse(selector, JsonPath.Mode.STRICT)
                .evaluate(each.members().get("document"));
        var only = each.get("result");
        var accepted =
                only != null ? List.of(only) : ((Value.Items) each.members().get("results")).values();
        assertThat(accepted).contains(new Value.Items(nodes));
    }

    private static String text(Value.Fields each, String name) {
        return ((Value.Text) each.members().get(name)).text();
    }
}
