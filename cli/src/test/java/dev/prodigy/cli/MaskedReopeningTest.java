package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// However a run is taken up, what runs then reads no mask where a secret stood (spec 05 §9).
class MaskedReopeningTest {
    private static final String FAILS = "'test -e mended'";

    @NewDesk
    private Desk desk;

    @BeforeEach
    void secret() {
        desk.with("TK", "hidden-sx-7").with("PRODIGY_ISOLATION", "none");
    }

    @ParameterizedTest
    @CsvSource({
        "dlq retry last, ${c}, 2",
        "dlq retry last, $c, 2",
        "dlq retry last, ${d}, 0",
        "resume last --retry-failed, ${c}, 2",
        "resume last --retry-failed, ${d}, 0"
    })
    void itemsThatRunAgainReadNone(String command, String reads, int exit) throws IOException {
        desk.file("flow.yml", """
                mode: mapreduce
                env: {d: plain}
                secrets: {K: "${env:TK}"}
                setup: [{shell: 'echo $K', capture: c}]
                map:
                  input: [1, 2]
                  agent_template: ['test -e mended', 'echo "%s" >>told']
                reduce: ['echo ${map.successful}']
                """.formatted(reads));
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(3);
        Files.createFile(desk.folder().resolve("mended"));

        var again = desk.call(command + " -o json");

        assertThat(again.exitCode()).as("%s", again).isEqualTo(exit);
        assertThat(desk.folder().resolve("told").toFile().exists()).isEqualTo(exit == 0);
        if (exit == 2) {
            assertThat(again.at("error.code")).isEqualTo("captured_secret");
            assertThat(again.at("error.hint")).isEqualTo("prodigy run " + desk.folder() + "/flow.yml");
        }
    }

    /// Spec 03 §8: what runs beside the one that asks for it comes to its end and counts; nothing new begins.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "commands: [SETUP, {foreach: [a, b, c], parallel: 2, do: [STEPS]}]",
                "mode: mapreduce, setup: [SETUP], map: {input: [a, b, c], max_parallel: 2, agent_template: [STEPS]}",
            })
    void whatRunsBesideComesToItsEnd(String workflow) throws IOException {
        var steps = "{shell: 'touch ${item}; sleep 0.3; echo ${item} >>told', when: '${item} != \"a\"'},"
                + " {shell: 'until test -e b; do sleep 0.05; done', when: '${item} == \"a\"'},"
                + " {shell: 'echo \"${c}\"', when: '${item} == \"a\"'}";
        var whole = workflow.replace("SETUP", "{shell: 'echo $K', capture: c}, 'test -e mended'")
                .replace("STEPS", steps);
        desk.file("flow.yml", "{secrets: {K: '${env:TK}'}, " + whole + "}\n");
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(1);
        Files.createFile(desk.folder().resolve("mended"));

        var resumed = desk.call("resume last -o json");

        assertThat(resumed.exitCode()).as("%s", resumed).isEqualTo(2);
        assertThat(resumed.at("error.code")).isEqualTo("captured_secret");
        assertThat(desk.folder().resolve("told")).hasContent("b");
        assertThat(resumed.at("items.successful")).isIn("1", "null");
        assertThat(resumed.at("items.failed")).isIn("0", "null");
    }

    /// A folder with a blank stays one word of the command.
    @Test
    void theNextCommandIsForAShell() throws IOException {
        desk.file("my flows/flow.yml", """
                secrets: {K: "${env:TK}"}
                commands: [{shell: 'echo $K', capture: c}, 'test -e mended', 'echo $c']
                """);
        assertThat(desk.call(List.of("run", "my flows/flow.yml")).exitCode()).isEqualTo(1);
        Files.createFile(desk.folder().resolve("mended"));

        assertThat(desk.call("resume last -o json").at("error.hint"))
                .isEqualTo("prodigy run '" + desk.folder() + "/my flows/flow.yml'");
    }

    /// A redrive of a run that was stopped does not reduce; a resume does, also what was reduced at the stop (spec 03
    /// §7).
    @ParameterizedTest
    @CsvSource({
        "ended, dlq retry last, 0",
        "ended, resume last, 2",
        "always, dlq retry last, 0",
        "always, resume last, 2"
    })
    void onlyWhatTheCommandRunsCounts(String when, String command, int exit) throws IOException {
        desk.file("flow.yml", """
                mode: mapreduce
                secrets: {K: "${env:TK}"}
                error_policy: {max_failures: 1}
                setup: [{shell: 'echo $K', capture: c}]
                map: {input: [1, 2, 3], max_parallel: 1, agent_template: ['test -e mended']}
                reduce: {when: WHEN, commands: ['echo ${c}']}
                """.replace("WHEN", when));
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(4);
        Files.createFile(desk.folder().resolve("mended"));

        var again = desk.call(command + " -o json");

        assertThat(again.exitCode()).as("%s", again).isEqualTo(exit);
    }

    /// It runs again with everything inside it.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            on_failure: {shell: 'echo ${c}', fail_workflow: true}          | 2
            on_failure: {shell: 'echo $c', strategy: cleanup}              | 2
            on_failure: {shell: 'echo $c; exit 1', strategy: fallback}     | 2
            on_failure: {shell: 'echo ${c}', max_attempts: 1}              | 2
            on_exit_code: {1: {shell: 'echo ${c}', max_attempts: 1}}       | 2
            on_failure: {shell: 'echo ${c.success}', strategy: cleanup}    | 1
            on_failure: {commands: [{shell: 'echo $K', capture: d}, 'echo $d'], strategy: cleanup} | 1
            """)
    void aStepThatFailedBeginsAnew(String handler, int exit) throws IOException {
        desk.file("flow.yml", """
                secrets: {K: "${env:TK}"}
                commands: [{shell: 'echo $K', capture: c}, {shell: 'false', %s}]
                """.formatted(handler));
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(1);

        assertThat(desk.call("resume last").exitCode()).isEqualTo(exit);
    }

    /// A loop or a template that failed goes on inside where it was.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {foreach: [1], do: [{shell: 'echo $K', capture: c}, FAILS, 'echo ${item} ${c}']}          | 2
            {foreach: [1], do: [{shell: 'echo $K', capture: c}, FAILS, 'echo ${item}']}               | 0
            {foreach: [1], do: [{shell: 'echo $K', capture: c}, 'echo ${c}; test -e mended']}         | 2
            {foreach: [1], do: [{foreach: [2], do: [{shell: 'echo $K', capture: c}, FAILS, 'echo $c']}]} | 2
            {foreach: [1], do: [{shell: 'echo $K', capture: c}, FAILS, {shell: x, when: 'c == "y"'}]} | 2
            {foreach: [1], do: [{shell: 'echo $K', id: i}, FAILS, {write_file: {path: x, content: '${i.output}'}}]} | 2
            {foreach: [1], do: [{shell: 'echo $K', id: i}, FAILS, 'echo ${i.success} ${i.output.exists}']} | 0
            {template: inner.yml}                                                                     | 2
            {shell: 'echo $K; exit 5', on_failure: {shell: 'true', fail_workflow: true}, continue_on_error: true}, FAILS, 'echo ${error.code}' | 3
            {shell: 'echo $K; exit 5', on_failure: {shell: 'true', fail_workflow: true}, continue_on_error: true}, FAILS, 'echo ${error.output}' | 2
            {shell: 'echo $K', capture: d}, {template: outer.yml}                                     | 0
            """)
    void aContainerThatFailedGoesOnInside(String steps, int exit) throws IOException {
        desk.file("inner.yml", "commands: [{shell: 'echo $K', capture: c}, 'test -e mended', 'echo $c']\n")
                .file("outer.yml", "commands: ['echo $d', 'test -e mended', 'echo end']\n")
                .file("flow.yml", "secrets: {K: \"${env:TK}\"}\ncommands: [" + steps.replace("FAILS", FAILS) + "]\n");
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(1);
        Files.createFile(desk.folder().resolve("mended"));

        var again = desk.call("resume last -o json");

        assertThat(again.exitCode()).as("%s", again).isEqualTo(exit);
    }

    /// What a run was started with is stored as little; the arguments of a call, and what a command gives a loop, are
    /// made anew.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --args x-hidden-sx-7      | [FAILS, 'echo "${ARG}" >told']                                    | 2 |
            --args token=abcd99887    | [FAILS, 'echo "$ARG_1" >told']                                    | 2 |
            --args token=abcd99887    | ['echo "${ARG}"', FAILS, 'echo a >told']                          | 0 | a
            -v                        | [{workflow: told.yml, with: {p: 'token=abcd99887'}}]              | 0 | token=abcd99887
            -v                        | [{foreach: 'echo token=abcd99887', do: [FAILS, 'echo $item >told']}] | 0 | token=abcd99887
            """)
    void whatARunIsGiven(String option, String steps, int exit, String told) throws IOException {
        desk.file("told.yml", "parameters: [p]\ncommands: ['test -e mended', 'echo $p >told']\n")
                .file("flow.yml", "secrets: {K: \"${env:TK}\"}\ncommands: " + steps.replace("FAILS", FAILS) + "\n");
        assertThat(desk.call("run flow.yml " + option).exitCode()).isEqualTo(1);
        Files.createFile(desk.folder().resolve("mended"));

        var again = desk.call("resume last -o json");

        assertThat(again.exitCode()).as("%s", again).isEqualTo(exit);
        if (told != null) {
            assertThat(desk.folder().resolve("told")).content().isEqualToIgnoringNewLines(told);
        }
    }

    /// A parameter that held a secret is given again; one that people wrote like a mask is stored as it is.
    @ParameterizedTest
    @CsvSource({"see***note, , 0", "x-hidden-sx-7, , 2", "x-hidden-sx-7, --param p=x-hidden-sx-7, 0"})
    void parametersThatWereStored(String value, String again, int exit) throws IOException {
        desk.file("flow.yml", """
                secrets: {K: "${env:TK}"}
                parameters: [p]
                commands: ['test -e mended', 'echo "${p}" >told']
                """);
        assertThat(desk.call("run flow.yml --param p=" + value).exitCode()).isEqualTo(1);
        Files.createFile(desk.folder().resolve("mended"));

        var resumed = desk.call("resume last -o json" + (again == null ? "" : " " + again));

        assertThat(resumed.exitCode()).as("%s", resumed).isEqualTo(exit);
        if (exit == 0) {
            assertThat(desk.folder().resolve("told")).content().isEqualToIgnoringNewLines(value);
        } else {
            assertThat(resumed.at("error.code")).isEqualTo("secret_parameter");
        }
    }

    /// Who follows the hint can go on.
    @ParameterizedTest
    @CsvSource({"'', Give them again: --param p=… --param q=…", "' --param p=x-hidden-sx-7', Give it again: --param q=…"
    })
    void theHintNamesEveryParameterThatIsToBeGivenAgain(String given, String hint) throws IOException {
        desk.file("flow.yml", """
                secrets: {K: "${env:TK}"}
                parameters: [p, q, r]
                commands: ['echo "${p}${q}${r}" >told; exit 4']
                """);
        var run = desk.call("run flow.yml --param p=x-hidden-sx-7 --param r=known --param q=y-hidden-sx-7");
        assertThat(run.exitCode()).isEqualTo(1);

        var resumed = desk.call("resume last -o json" + given);

        assertThat(resumed.at("error.code")).isEqualTo("secret_parameter");
        assertThat(resumed.at("error.hint")).isEqualTo(hint);
    }

    /// `dlq retry` takes no parameters (spec 05 §2.5).
    @Test
    void theHintOfARedriveNamesACommandThatTakesThem() throws IOException {
        desk.file("flow.yml", """
                secrets: {K: "${env:TK}"}
                parameters: [p]
                mode: mapreduce
                map: {input: [1], agent_template: [{shell: 'test -e mended && echo "${p}" >told'}]}
                """);
        assertThat(desk.call("run flow.yml --param p=x-hidden-sx-7").exitCode()).isEqualTo(3);
        Files.createFile(desk.folder().resolve("mended"));

        var hint = desk.call("dlq retry last -o json").at("error.hint");

        assertThat(hint).startsWith("Give it again: prodigy resume ").endsWith(" --retry-failed --param p=…");
        var way = hint.replaceFirst(".*: prodigy ", "").replace("…", "x-hidden-sx-7");
        assertThat(desk.call(way).exitCode()).isZero();
        assertThat(desk.folder().resolve("told")).content().isEqualToIgnoringNewLines("x-hidden-sx-7");
    }

    /// Programs get what was not stored as little as texts do; whether a script reads it nobody can know.
    @Test
    void programsThatMayReadItAreToldOf() throws IOException {
        desk.file("script.sh", "echo \"got $c\" >told\n").file("flow.yml", """
                secrets: {K: "${env:TK}"}
                commands: [{shell: 'echo $K', id: asks, capture: c}, 'test -e mended', 'cat flow.yml', 'sh script.sh']
                """);
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(1);
        Files.createFile(desk.folder().resolve("mended"));

        assertThat(desk.call("resume last").exitCode()).isZero();

        var warned = desk.call("events ls --type warning_raised -o json");
        assertThat(warned.at("events.0.code")).isEqualTo("SECRET_NOT_STORED");
        assertThat(warned.at("events.0.message")).contains("variable c", "`asks`");
        assertThat(warned.at("total")).isEqualTo("1");
        assertThat(desk.folder().resolve("told")).content().isEqualTo("got \n");
    }

    /// It is shown masked, and cannot keep a run from its end.
    @Test
    void outputsAreMaskedAsInEveryRun() throws IOException {
        desk.file("flow.yml", """
                secrets: {K: "${env:TK}"}
                outputs: {o: "a-${c}"}
                commands: [{shell: 'echo $K', capture: c}, 'test -e mended']
                """);
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(1);
        Files.createFile(desk.folder().resolve("mended"));

        var resumed = desk.call("resume last -o json");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(resumed.at("outputs.o")).isEqualTo("***");
    }

    /// What a call's `env` gives is meant for the programs of the other workflow.
    @ParameterizedTest
    @CsvSource({"sh script.sh, 2", "cat flow.yml, 0", "echo $e, 2"})
    void programsOfAnotherWorkflow(String command, int exit) throws IOException {
        desk.file("script.sh", "echo \"got $e\" >told\n")
                .file("inner.yml", "commands: ['" + command + "']\n")
                .file("flow.yml", """
                        secrets: {K: "${env:TK}"}
                        commands:
                          - {shell: 'echo $K', capture: c}
                          - test -e mended
                          - {workflow: inner.yml, env: {e: "${c}"}}
                        """);
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(1);
        Files.createFile(desk.folder().resolve("mended"));

        assertThat(desk.call("resume last").exitCode()).isEqualTo(exit);
        assertThat(desk.folder().resolve("told")).doesNotExist();
    }

    /// The run stays as it was, so that a look at it tells why it does not go on.
    @ParameterizedTest
    @ValueSource(strings = {"commands: [{workflow: inner.yml}]", "commands: [{workflow: outer.yml}]"})
    void aRunThatAStepStartedEndsItsCaller(String workflow) throws IOException {
        desk.file("outer.yml", "commands: [{workflow: inner.yml}]\n")
                .file("flow.yml", workflow + "\n")
                .file("inner.yml", """
                        secrets: {K: "${env:TK}"}
                        commands: [{shell: 'echo $K', id: asks, capture: c}, 'test -e mended', 'echo ${c} >told']
                        """);
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(1);
        Files.createFile(desk.folder().resolve("mended"));

        for (int time = 1; time <= 2; time++) {
            var again = desk.call("resume last -o json");

            assertThat(again.exitCode()).as("%s", again).isEqualTo(2);
            assertThat(again.at("error.code")).isEqualTo("captured_secret");
            assertThat(again.at("error.message"))
                    .contains("inner.yml): what step `asks` captured contains a secret", "before `commands[2]` can");
            assertThat(again.at("status")).isEqualTo("interrupted");
            assertThat(desk.call("status last -o json").at("status")).isEqualTo("interrupted");
            assertThat(desk.call("runs show last -o json").at("error.hint"))
                    .isEqualTo("prodigy run " + desk.folder() + "/flow.yml");
        }
        assertThat(desk.folder().resolve("told")).doesNotExist();
    }
}
