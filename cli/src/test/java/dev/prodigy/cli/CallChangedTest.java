package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 05 §2.2: where a caller goes on with the run that its step started, what the call gives now holds for what has
/// not run yet.
class CallChangedTest {
    private static final String FAILS = "{shell: 'test -e mended'}";
    private static final String CHILD =
            "{parameters: [v], commands: [{shell: 'echo first $v >>trace'}, " + FAILS + ", 'echo last $v >>trace']}\n";

    @NewDesk
    private Desk desk;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            commands: [{workflow: child.yml, with: {v: OLD}}]
            {env: {V: OLD}, commands: [{workflow: child.yml, with: {v: '${V}'}}]}
            {workflows: {c: {source: child.yml, with: {v: OLD}}}, commands: ['true']}
            commands: [{foreach: [1], do: [{workflow: child.yml, with: {v: OLD}}]}]
            commands: [{workflow: middle.yml, with: {m: OLD}}]
            """)
    void whatTheCallGivesNowHolds(String caller) throws IOException {
        desk.file("child.yml", CHILD)
                .file("middle.yml", "{parameters: [m], commands: [{workflow: child.yml, with: {v: '${m}'}}]}\n")
                .file("caller.yml", caller.replace("OLD", "staging") + "\n");
        assertThat(desk.call("run caller.yml").exitCode()).isEqualTo(1);
        desk.file("caller.yml", caller.replace("OLD", "prod") + "\n").file("mended", "");

        var resumed = desk.call("resume last --accept-changes -o json");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(trace()).hasLineCount(2).startsWith("first staging\n").contains("last prod");
    }

    @Test
    void aParameterMayBeAdded() throws IOException {
        desk.file("child.yml", CHILD).file("caller.yml", "commands: [{workflow: child.yml, with: {v: a}}]\n");
        assertThat(desk.call("run caller.yml").exitCode()).isEqualTo(1);
        desk.file(
                        "child.yml",
                        CHILD.replace("[v]", "[v, {name: w, required: true}]").replace("last $v", "last $v $w"))
                .file("caller.yml", "commands: [{workflow: child.yml, with: {v: b, w: c}}]\n")
                .file("mended", "");

        var resumed = desk.call("resume last --accept-changes -o json");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(trace()).hasToString("first a\nlast b c\n");
    }

    /// Where it is data now, it cannot become code.
    @Test
    void itsNatureIsTheCalls() throws IOException {
        desk.file("child.yml", "{parameters: [v], commands: [" + FAILS + ", 'echo ${v} >>trace']}\n");
        var call = "commands: [{shell: 'printf \"a; echo b\"', capture: c}, {workflow: child.yml, with: {v: V}}]\n";
        desk.file("caller.yml", call.replace("V}}", "a}}"));
        assertThat(desk.call("run caller.yml").exitCode()).isEqualTo(1);
        desk.file("caller.yml", call.replace("V}}", "'${c}'}}")).file("mended", "");

        var resumed = desk.call("resume last --accept-changes -o json");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(trace()).hasToString("a; echo b\n");
    }

    /// Items that run again without the caller run with what holds since.
    @Test
    void itHoldsForDeadLettersToo() throws IOException {
        var child = resumedWith("prod");

        var redriven = desk.call("dlq retry " + child + " -o json");

        assertThat(redriven.exitCode()).as("%s", redriven).isZero();
        assertThat(trace()).hasToString("staging\nprod\n");
    }

    /// A secret is not recorded, and its mask is not taken for it.
    @Test
    void noDeadLetterRunsWithAMask() throws IOException {
        var child = resumedWith("token=abcd99887");

        var refused = desk.call("dlq retry " + child + " -o json");

        assertThat(refused.at("error.code")).as("%s", refused).isEqualTo("secret_parameter");
        assertThat(refused.at("error.hint"))
                .startsWith("Run the workflow by itself: prodigy run ")
                .endsWith("child.yml --param v=…");
        assertThat(trace()).hasToString("staging\n");
    }

    /// @return the child, whose item is in the DLQ and would succeed now
    private String resumedWith(String value) throws IOException {
        var call = "commands: [{workflow: child.yml, with: {v: VALUE}}]\n";
        desk.file("child.yml", """
                {mode: mapreduce, parameters: [v], map: {input: [one],
                 agent_template: [{shell: 'echo $v >>trace; test -e mended'}]}, reduce: [{shell: 'test -e mended'}]}
                """).file("caller.yml", call.replace("VALUE", "staging"));
        assertThat(desk.call("run caller.yml").exitCode()).isEqualTo(1);
        desk.file("caller.yml", call.replace("VALUE", value));
        var resumed = desk.call("resume last --accept-changes -o json");
        assertThat(resumed.exitCode()).as("%s", resumed).isEqualTo(1);
        desk.file("mended", "");
        return resumed.at("error.child_run_id");
    }

    private String trace() throws IOException {
        return Files.readString(desk.folder().resolve("trace"));
    }
}
