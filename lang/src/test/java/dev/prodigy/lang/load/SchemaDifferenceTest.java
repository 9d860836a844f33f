package dev.prodigy.lang.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.json.Json;
import dev.prodigy.lang.jsonschema.JsonSchema;
import dev.prodigy.lang.schema.WorkflowSchema;
import dev.prodigy.lang.yaml.DataValue;
import dev.prodigy.lang.yaml.Yaml;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/// Spec 05 §2.3: what the schema rejects the validator rejects, and the other way round as far as a schema
/// can say it. Every value of every valid example is replaced by values of other types, and judged by both.
class SchemaDifferenceTest {
    private static final Predicate<Value> SCHEMA = JsonSchema.judge(WorkflowSchema.ofEveryMode());
    /// What a schema can say: the type of a value, its words and bounds, which keys there are.
    private static final Set<ProblemCode> STRUCTURE =
            Set.of(ProblemCode.INVALID_VALUE, ProblemCode.INVALID_DURATION, ProblemCode.UNKNOWN_KEY);
    /// Names of errors, and sort keys, are little languages of their own.
    private static final List<String> OPEN = List.of("retry_on", "sort_by");
    private static final List<Value> WRONG = List.of(Value.of("z z"), Json.parse("[[1]]"), Json.parse("{\"zz\": 1}"));

    @Test
    void bothJudgeEveryReplacedValueAlike() {
        var looser = new TreeMap<String, String>();
        var stricter = new TreeMap<String, String>();
        var seen = new HashSet<String>();
        Examples.valid().forEach(yaml -> {
            var whole =
                    DataValue.of(Objects.requireNonNull(Yaml.read("f.yml", yaml).root()));
            replaced(whole, "", (path, value) -> {
                if (!seen.add(path)) {
                    return;
                }
                var text = Json.write(value);
                var errors = Workflows.load(text).problems().stream()
                        .filter(Problem::isError)
                        .toList();
                boolean fits = SCHEMA.test(value);
                if (errors.isEmpty() && !fits) {
                    stricter.putIfAbsent(path, text);
                }
                boolean open = OPEN.stream().anyMatch(path::contains);
                if (fits
                        && !open
                        && !errors.isEmpty()
                        && errors.stream().allMatch(each -> STRUCTURE.contains(each.code()))) {
                    looser.putIfAbsent(path, errors.getFirst().message() + "  " + text);
                }
            });
        });
        assertThat(looser).isEmpty();
        assertThat(stricter).isEmpty();
    }

    private interface Judge {
        void judge(String path, Value whole);
    }

    private static void replaced(Value value, String path, Judge judge) {
        for (var wrong : WRONG) {
            judge.judge(path + " = " + Json.write(wrong), wrong);
        }
        switch (value) {
            case Value.Fields(var members) ->
                members.forEach((key, inner) ->
                        replaced(inner, path + "." + (key.length() > 1 ? key : "*"), (at, other) -> {
                            var copy = new LinkedHashMap<>(members);
                            copy.put(key, other);
                            judge.judge(at, new Value.Fields(copy));
                        }));
            case Value.Items(var values) -> {
                for (int i = 0; i < values.size(); i++) {
                    int index = i;
                    replaced(values.get(i), path + "[]", (at, other) -> {
                        var copy = new ArrayList<>(values);
                        copy.set(index, other);
                        judge.judge(at, new Value.Items(copy));
                    });
                }
            }
            case Value.Text _, Value.Num _, Value.Bool _, Value.Null _ -> {}
        }
    }
}
