package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 04 §5.8: a run that a step started goes on with the run that a person started, or never; what to type
/// says so.
class CalledRunAloneTest {
    @NewDesk
    private Desk desk;

    @BeforeEach
    void workflows() throws IOException {
        desk.file("failing.yml", "commands: ['false']\n")
                .file("slow.yml", """
                        mode: mapreduce
                        timeout: 200ms
                        map: {input: [1], agent_template: [sleep 60]}
                        """)
                .file("middle.yml", "commands: [{workflow: failing.yml}]\n")
                .file("caller.yml", "commands: [{workflow: failing.yml}]\n")
                .file("outer.yml", "commands: [{workflow: middle.yml}]\n")
                .file("tolerant.yml", "commands: [{workflow: failing.yml, continue_on_error: true}]\n")
                .file("around.yml", "commands: [{workflow: middle.yml, continue_on_error: true}]\n")
                .file("items.yml", "{mode: mapreduce, map: {input: [1], agent_template: [{workflow: failing.yml}]}}\n")
                .file("slows.yml", "{mode: mapreduce, map: {input: [1], agent_template: [{workflow: slow.yml}]}}\n");
    }

    @ParameterizedTest
    @CsvSource({
        "caller.yml, 1, goes on with it, prodigy resume ROOT lets the run go on that it is a step of.",
        "outer.yml, 1, goes on with it, prodigy resume ROOT lets the run go on that it is a step of.",
        "tolerant.yml, 3, was given up, prodigy runs show ROOT tells what it has come to.",
        "around.yml, 3, was given up, prodigy runs show ROOT tells what it has come to.",
        "items.yml, 3, was given up, prodigy dlq retry ROOT lets its failed items run again.",
    })
    void aResumeSaysWhatItGoesOnWith(String file, int exit, String said, String next) throws IOException {
        desk.call("run " + file + " -q", exit);

        var alone = desk.call("resume " + newest() + " -o json", 1);

        assertThat(alone.at("error.code")).isEqualTo("sub_workflow");
        assertThat(alone.at("error.message")).contains(said);
        assertThat(alone.at("error.hint")).isEqualTo(next.replace("ROOT", root()));
    }

    @Test
    void whatAnItemStartedIsNotSaidToBeResumed() throws IOException {
        desk.call("run slows.yml -q", 3);

        assertThat(desk.call("dlq retry " + newest(), 0).err())
                .doesNotContain("prodigy resume")
                .contains("prodigy dlq retry " + root());
        assertThat(desk.call("set " + newest() + " --max-parallel 2").err()).doesNotContain("prodigy resume");
        assertThat(desk.call("pause " + newest(), 1).err()).contains("prodigy dlq retry " + root());
    }

    /// An id begins with the time behind the mode: the innermost is the youngest.
    private String newest() {
        return desk.call("runs ls --children -o json", 0).at("runs.0.run_id");
    }

    private String root() {
        return desk.call("runs ls -o json", 0).at("runs.0.run_id");
    }
}
