package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 00, promises 1 and 7, 03 §14: what a run has done is told apart by its place. A resume accepts no change that
/// puts something else there.
class MovedStepsTest {
    private static final String OLD = "one two bad four";
    private static final String LISTS = """
            commands            | commands: [STEPS]
            reduce              | {mode: mapreduce, map: {input: [1], agent_template: [{shell: 'true'}]}, reduce: [STEPS]}
            commands[0].do      | commands: [{foreach: [a], do: [STEPS]}]
            commands[0].template | commands: [{template: part.yml}]
            workflow_files["part.yml"].commands | commands: [{workflow: part.yml}]
            workflow_files["part.yml"].commands | {workflows: {first: {source: part.yml}}, commands: [{shell: 'true'}]}
            """;

    @NewDesk
    private Desk desk;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = LISTS)
    void whereAStepThatIsDoneIsGoneTheResumeIsRefused(String list, String flow) throws IOException {
        failed(flow);
        write(flow, "two bad four");

        for (var call :
                List.of("resume last --accept-changes --dry-run -o json", "resume last --accept-changes -o json")) {
            var refused = desk.call(call);

            assertThat(refused.exitCode()).as("%s", refused).isEqualTo(2);
            assertThat(refused.at("error.code")).isEqualTo("done_moved");
            assertThat(refused.at("error.changed.0")).isEqualTo(list + "[0]");
            assertThat(refused.at("error.changed.1")).isEqualTo(list + "[1]");
        }

        assertThat(trace()).containsExactly("one", "two", "bad");
        write(flow, OLD);
        assertThat(desk.call("resume last").exitCode()).isZero();
        assertThat(trace()).containsExactly("one", "two", "bad", "bad", "four");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = LISTS)
    void stepsBehindThoseThatAreDoneMayBeAnything(String list, String flow) throws IOException {
        failed(flow);
        write(flow, "one two new bad more");

        var resumed = desk.call("resume last --accept-changes");

        assertThat(resumed.exitCode()).as("%s: %s", list, resumed).isZero();
        assertThat(trace()).containsExactly("one", "two", "bad", "new", "bad", "more");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            setup    | two one four
            setup    | new one two four
            setup    | one four
            commands | one new two four
            """)
    void whatIsReadOfAListThatIsOverStandsWhereItStood(String list, String names) throws IOException {
        var flow = list.equals("setup")
                ? "{mode: mapreduce, setup: [STEPS], map: {input: [1], agent_template: [{shell: 'true'}]}, reduce:"
                        + " [{shell: 'test -e mended'}]}"
                : "commands: [{shell: 'test -e mended || test $ARG = q'}, STEPS]";
        var passes = list.equals("setup") ? "" : " --args p --args q";
        write(flow, "one two four");
        assertThat(desk.call("run flow.yml" + passes).exitCode()).isEqualTo(1);
        desk.file("mended", "");
        write(flow, names);

        var refused = desk.call("resume last --accept-changes -o json");

        assertThat(refused.exitCode()).as("%s", refused).isEqualTo(2);
        assertThat(refused.at("error.code")).isEqualTo("done_moved");
        write(flow, "one two four new");
        assertThat(desk.call("resume last --accept-changes --dry-run").out()).contains(planned(list));
        assertThat(desk.call("resume last --accept-changes").exitCode()).isZero();
    }

    @Test
    void aChangeOfAStepThatIsDoneIsNamed() throws IOException {
        var flow = "commands: [{shell: 'echo zero >>trace'}, {template: part.yml}, STEPS]";
        failed(flow);
        write(flow.replace("zero", "ten"), "one other bad four");

        var seen = desk.call("resume last --accept-changes --dry-run");
        var resumed = desk.call("resume last --accept-changes");

        var paths = "is finished: commands[0].shell, template_files[\"part.yml\"].commands[1].shell\n";
        assertThat(seen.err()).contains("NO_EFFECT: ").contains(paths);
        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(resumed.err()).contains("NO_EFFECT: ").contains(paths);
        assertThat(trace()).containsExactly("zero", "one", "two", "bad", "bad", "four", "one", "other", "bad", "four");
    }

    /// The second pass failed in front of `two`, which is done in the first.
    @Test
    void aLaterPassUsesTheNewForm() throws IOException {
        var flow =
                "commands: [{shell: 'echo pass >>trace; { test ! -e seen || test -e mended; } && touch seen'}, STEPS]";
        write(flow, OLD);
        assertThat(desk.call("run flow.yml -n 2").exitCode()).isEqualTo(1);
        assertThat(trace()).containsExactly("pass", "one", "two", "bad", "pass");
        desk.file("mended", "");
        write(flow, "one other bad four");

        var resumed = desk.call("resume last --accept-changes");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(resumed.err()).doesNotContain("NO_EFFECT");
        assertThat(trace().subList(5, trace().size()))
                .containsExactly("bad", "four", "pass", "one", "other", "bad", "four");
    }

    /// `b` failed, `a` is done.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            [a, b, c]            | [z, a, b, c, d]
            [a, b, c]            | [a, b, c, d]
            [a, b, c]            | 'echo a; echo b'
            'echo a; echo b'     | [z, a, b]
            """)
    void theListOfALoopUnderWayStaysWhatItWas(String before, String now) throws IOException {
        desk.file("flow.yml", loop(before));
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(1);
        desk.file("mended", "");
        desk.file("flow.yml", loop(now));

        var refused = desk.call("resume last --accept-changes -o json");

        assertThat(refused.exitCode()).as("%s", refused).isEqualTo(2);
        assertThat(refused.at("error.code")).isEqualTo("done_moved");
        assertThat(refused.at("error.changed")).isEqualTo("[\"commands[0].foreach\"]");
        assertThat(trace()).containsExactly("a", "b");
    }

    @Test
    void aLoopGoesOnWithTheListThatACommandGaveIt() throws IOException {
        desk.file("flow.yml", loop("'echo a; echo b'"));
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(1);
        desk.file("mended", "");
        desk.file("flow.yml", loop("'echo z; echo a; echo b'"));

        var resumed = desk.call("resume last --accept-changes");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(resumed.err()).contains("NO_EFFECT: ").contains("is finished: commands[0].foreach\n");
        assertThat(trace()).containsExactly("a", "b", "b");
    }

    /// The rounds are told apart by their place in the list, wherever that comes from.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            commands: [{template: part.yml, with: {list: LIST}}]                                 | commands[0].with.list[2]
            commands: [{template: part.yml, with: {list: [a]}}, {template: part.yml, with: {list: LIST}}] | commands[1].with.list[2]
            {parameters: {optional: [{name: list, default: LIST}]}, commands: [LOOP]}            | parameters.list.default[2]
            {defaults: {list: LIST}, commands: [LOOP]}                                           | defaults.list[2]
            """)
    void aListWithANameStandsToo(String flow, String changed) throws IOException {
        var loop = "{foreach: \"${list}\", do: [{shell: 'echo ${item} >> trace; test ${item} = a || test -e mended'}]}";
        desk.file("part.yml", "commands: [" + loop + "]");
        desk.file("flow.yml", flow.replace("LOOP", loop).replace("LIST", "[a, b]"));
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(1);
        desk.file("mended", "");
        desk.file("flow.yml", flow.replace("LOOP", loop).replace("LIST", "[a, b, c]"));

        var refused = desk.call("resume last --accept-changes -o json");

        assertThat(refused.exitCode()).as("%s", refused).isEqualTo(2);
        assertThat(refused.at("error.code")).isEqualTo("done_moved");
        assertThat(refused.at("error.changed.0")).isEqualTo(changed);
    }

    /// Only its list stays what it was.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            'parallel: true'                  | a b b c
            'continue_on_error: true'         | a b b c
            'max_items: 2'                    | a b b
            'as: item, max_items: 3'          | a b b c
            """)
    void whatElseALoopUnderWaySaysHoldsForItsFurtherRounds(String more, String trace) throws IOException {
        desk.file("flow.yml", loop("'echo a; echo b; echo c'"));
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(1);
        desk.file("mended", "");
        desk.file("flow.yml", loop("'echo a; echo b; echo c', " + more));

        var resumed = desk.call("resume last --accept-changes");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(resumed.err()).doesNotContain("NO_EFFECT");
        assertThat(trace().stream().sorted()).containsExactly(trace.split(" "));
    }

    @Test
    void aLoopWithoutARoundThatIsDoneMayGoThroughAnything() throws IOException {
        desk.file("flow.yml", loop("[b, c]"));
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(1);
        desk.file("mended", "");
        desk.file("flow.yml", loop("[z, b]"));

        var resumed = desk.call("resume last --accept-changes");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(trace()).containsExactly("b", "z", "b");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {workflow: copy.yml}
            {foreach: [a], do: [{workflow: part.yml}]}
            {shell: 'echo instead >>trace'}
            {shell: 'test -e mended', on_failure: {workflow: part.yml}}
            """)
    void aCallUnderWayStaysACallOfTheSameWorkflow(String instead) throws IOException {
        failed("commands: [{workflow: part.yml}]");
        Files.copy(desk.folder().resolve("part.yml"), desk.folder().resolve("copy.yml"));
        write("commands: [" + instead + "]", OLD);

        var refused = desk.call("resume last --accept-changes -o json");

        assertThat(refused.exitCode()).as("%s", refused).isEqualTo(2);
        assertThat(refused.at("error.code")).isEqualTo("done_moved");
        assertThat(refused.at("error.changed")).isEqualTo("[\"commands[0].workflow\"]");
        assertThat(trace()).containsExactly("one", "two", "bad");
    }

    @Test
    void aCallThatIsDoneInsideGivesWayToAnything() throws IOException {
        desk.file("part.yml", "commands: ['echo part >>trace']\n");
        desk.file("flow.yml", "commands: [{workflow: part.yml, outputs: [lacking]}]\n");
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(1);
        desk.file("flow.yml", "commands: ['echo instead >>trace']\n");

        var resumed = desk.call("resume last --accept-changes");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(trace()).containsExactly("part", "instead");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            one   | commands: [{shell: 'test -e mended'}]
            two-x | commands: [{shell: 'test -e mended'}]
            one   | {mode: mapreduce, map: {input: [1], agent_template: [{shell: 'true'}]}, reduce: [{shell: 'test -e mended'}]}
            """)
    void anEntryThatIsDoneKeepsItsName(String name, String flow) throws IOException {
        var entries = "workflows: {" + name + ": {source: part.yml}}\n";
        desk.file("part.yml", "commands: [{shell: 'echo part >>trace'}]\n");
        desk.file("flow.yml", entries + inBlock(flow));
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(1);
        desk.file("mended", "");
        desk.file("flow.yml", entries.replace(name, "other") + inBlock(flow));

        var refused = desk.call("resume last --accept-changes -o json");

        assertThat(refused.exitCode()).as("%s", refused).isEqualTo(2);
        assertThat(refused.at("error.code")).isEqualTo("done_moved");
        assertThat(refused.at("error.changed.0")).startsWith("workflows").contains(name);
        desk.file("flow.yml", entries.replace("part.yml", "part.yml, timeout: 9m") + inBlock(flow));
        var resumed = desk.call("resume last --accept-changes");
        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(resumed.err()).contains("NO_EFFECT: ");
        assertThat(trace()).containsExactly("part");
    }

    /// What stands in braces around a whole workflow is written without them beside other keys.
    private static String inBlock(String flow) {
        return flow.startsWith("{")
                ? flow.substring(1, flow.length() - 1)
                        .replace(", map:", "\nmap:")
                        .replace(", reduce:", "\nreduce:")
                : flow;
    }

    private static String loop(String input) {
        return "commands: [{foreach: " + input + ", do: [{shell: 'echo ${item} >>trace; test ${item} != b || test -e"
                + " mended'}]}]\n";
    }

    /// A step behind those of a list that is over runs in the passes that are not.
    private static String planned(String list) {
        return list.equals("setup")
                ? "skip    setup[3]  shell  echo new >>trace\n        its phase was done before\n"
                : "run     commands[4]  shell  echo new >>trace\n        no condition\n";
    }

    private void failed(String flow) throws IOException {
        write(flow, OLD);
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(1);
        desk.file("mended", "");
    }

    private void write(String flow, String names) throws IOException {
        var steps = Arrays.stream(names.split(" ", -1))
                .map(name ->
                        "{shell: 'echo " + name + " >>trace" + (name.equals("bad") ? "; test -e mended" : "") + "'}")
                .collect(Collectors.joining(", "));
        desk.file("flow.yml", flow.replace("STEPS", steps) + "\n");
        desk.file("part.yml", "commands: [" + steps + "]\n");
    }

    private List<String> trace() throws IOException {
        return Files.readAllLines(desk.folder().resolve("trace"));
    }
}
