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
/// can say it. Every value of every valid example is replaced by others, every key taken away and misspelt.
class SchemaDifferenceTest {
    private static final Predicate<Value> SCHEMA = JsonSchema.judge(WorkflowSchema.ofEveryMode());
    /// What a schema can say: the type of a value, its words and bounds, which keys there are.
    private static final Set<ProblemCode> STRUCTURE = Set.of(
            ProblemCode.INVALID_VALUE,
            ProblemCode.INVALID_DURATION,
            ProblemCode.UNKNOWN_KEY,
            ProblemCode.MISSING_FIELD,
            ProblemCode.CONFLICTING_KEYS,
            ProblemCode.DUPLICATE_DURATION,
            ProblemCode.RESERVED_NAME,
            ProblemCode.REMOVED);
    /// Little languages of their own, what another file may bring, and what hangs on values elsewhere.
    private static final List<String> OPEN = List.of(
            "retry_on",
            "trips_on",
            "sort_by",
            "expected_schema",
            "agents.codex",
            ".codex",
            "write_file.mode",
            "].shell ");
    private static final List<Value> WRONG = List.of(
            Value.of("z z"),
            Value.of(""),
            Value.of("item"),
            Value.of("shell"),
            Json.parse("[[1]]"),
            Json.parse("[]"),
            Json.parse("{}"),
            Json.parse("{\"zz\": 1}"),
            Value.of(0),
            Value.of(-1),
            Value.of(1_000_000_000),
            Value.of("1000000000"),
            Value.of("0s"));

    @Test
    void bothJudgeEveryReplacedValueAlike() {
        var looser = new TreeMap<String, String>();
        var stricter = new TreeMap<String, String>();
        var seen = new HashSet<String>();
        Examples.valid().map(SchemaDifferenceTest::read).flatMap(Pieces::of).forEach(whole -> {
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
                        && errors.stream().allMatch(each -> STRUCTURE.contains(each.code()))
                        && (!hasUnknownKey(path) || errors.stream().noneMatch(SchemaDifferenceTest::maybeAgent))) {
                    looser.putIfAbsent(path, errors.getFirst().message() + "  " + text);
                }
            });
        });
        assertThat(stricter).isEmpty();
        assertThat(looser).isEmpty();
    }

    private static Value read(String yaml) {
        // a tag means nothing in JSON
        var untagged =
                yaml.replaceAll("!(\\w+) \\{", "{type: $1, ").replaceAll("!pattern (\"[^\"]*\")", "{pattern: $1}");
        return DataValue.of(Objects.requireNonNull(Yaml.read("f.yml", untagged).root()));
    }

    /// An unknown key may be the name of an agent, which no schema can know.
    private static boolean maybeAgent(Problem problem) {
        return problem.message().contains("is no kind of step")
                || problem.message().contains("needs a kind")
                || problem.message().equals("\"commands\" is missing");
    }

    private static boolean hasUnknownKey(String path) {
        return path.endsWith("misspelt") || path.endsWith("removed") || path.endsWith("{\"zz\":1}");
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
                members.forEach((key, inner) -> {
                    var less = new LinkedHashMap<>(members);
                    less.remove(key);
                    judge.judge(path + "." + key + " removed", new Value.Fields(less));
                    less.put(key + "z", inner);
                    judge.judge(path + "." + key + " misspelt", new Value.Fields(less));
                    replaced(inner, path + "." + (key.length() > 1 ? key : "*"), (at, other) -> {
                        var copy = new LinkedHashMap<>(members);
                        copy.put(key, other);
                        judge.judge(at, new Value.Fields(copy));
                    });
                });
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
