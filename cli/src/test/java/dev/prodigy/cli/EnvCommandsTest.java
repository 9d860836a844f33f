package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 01 §13: entries that are commands may refer to each other in any order, and to their own name further below.
class EnvCommandsTest {
    @NewDesk
    private Desk desk;

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '\0', textBlock = """
            A: {command: 'echo a-${B}'}, B: {command: 'echo b'}                              => a-b b
            A: {command: 'echo a-$B'}, B: {command: 'echo b'}                                => a-b b
            A: {command: 'echo a-${B}', cache: false}, B: {command: 'echo b', cache: false}  => a-b b
            A: {command: 'echo a-$B', cache: false}, B: {command: 'echo b', cache: false}    => a-b b
            B: {command: 'echo b', cache: false}, A: {command: 'echo a-${env.B}', cache: false} => a-b b
            A: {command: 'echo a-${B}'}, B: {command: 'echo b', cache: false}                => a-b b
            A: {command: 'echo a-${B}', cache: false}, B: {command: 'echo b'}                => a-b b
            A: {command: 'echo a-${B}'}, B: 'b-${C}', C: {command: 'echo c', cache: false}   => a-b-c b-c
            A: 'a-${cmd:echo ${B}}', B: {command: 'echo b', cache: false}                    => a-b b
            A: {command: 'B=own; echo a-$B'}, B: {command: 'A=own; echo b-$A'}               => a-own b-own
            A: {command: 'echo a-${A:-none}'}, B: 'b'                                        => a-none b
            A: {command: 'for B in 1 2; do printf %s- $B; done'}, B: {command: 'echo b:$A'}  => 1-2- b:1-2-
            B: {command: 'echo b:$A'}, A: {command: 'for B in 1 2; do printf %s- $B; done'}  => 1-2- b:1-2-
            A: {command: 'while read -r B; do echo $B; done <names'}, B: {command: 'echo $A', cache: false} => x x
            B: {command: 'echo b'}, A: {command: 'printenv B'}                               => b b
            A: {command: 'f() { local B=1; echo $B; }; f'}, B: {command: 'echo b$A'}         => 1 b1
            A: {command: 'env B=x true; echo 2'}, B: {command: 'echo b$A'}                   => 2 b2
            A: {command: 'export B=x; echo 5'}, B: {command: 'echo b${A}'}                   => 5 b5
            A: {command: 'env | grep -wo B.*'}, B: {command: 'echo b'}                       => B=b b
            A: {command: 'test -f ./B; echo a'}, B: {command: 'echo b-$A'}                   => a b-a
            A: {command: 'test -f ./B; echo a', cache: false}, B: {command: 'echo b-$A', cache: false} => a b-a
            B: {command: 'echo b-$A'}, A: {command: 'test -f ./B; echo a'}                   => a b-a
            A: {command: 'env | grep -qw B; echo a'}, B: 'b-${A}'                              => a b-a
            A: {command: 'env | grep -qw B; echo a'}, B: {command: 'echo b-${C}'}, C: 'c-${A}' => a b-c-a
            A: {command: 'env | grep -qw C; echo a'}, C: {command: 'env | grep -o B=.*; :'}, B: {command: 'echo b-$A'} => a b-a
            A: {command: 'test -f ./B; echo a'}, B: {condition: 'A == "a"', when_true: yes, when_false: no} => a yes
            A: {command: '[ -n "$B" ] || B=x; echo $B'}, B: {command: 'echo b-$A'}           => x b-x
            """)
    void mayReferToEachOther(String entries, String values) throws IOException {
        assertThat(values(entries, "{shell: 'echo \"$A $B\" >>told'}")).isEqualTo(values + "\n");
    }

    @Test
    void mayReferToTheirOwnNameFurtherBelow() throws IOException {
        desk.file("below.env", "A=low\n");
        desk.file(
                "flow.yml",
                "env_files: [below.env]\nenv: {A: {command: 'echo high-${A}-$A', cache: false}}\n"
                        + "commands: ['echo \"$A\" >>told']");

        assertThat(desk.call("run flow.yml --isolation none").exitCode()).isZero();

        assertThat(desk.folder().resolve("told")).hasContent("high-low-low");
    }

    @Test
    void ofTheWorkflowDoNotSeeTheEntriesOfSteps() throws IOException {
        var entries = "A: {command: 'echo a-${B}-$B', cache: false}, B: outer";

        assertThat(values(entries, "{shell: 'echo \"$A $B\" >>told', env: {B: inner}}"))
                .isEqualTo("a-outer-outer inner\n");
    }

    /// What the workflow's command has printed for all steps is not what another entry's command would print.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            X: {command: 'echo workflow'}               | X: {command: 'echo step'}           | step
            X: {command: 'echo workflow'}               | X: {command: 'echo step-${X}-$X'}   | step-workflow-workflow
            X: {command: 'echo workflow', cache: false} | X: {command: 'echo step'}           | step
            """)
    void ofAStepAreItsOwn(String entries, String own, String value) throws IOException {
        assertThat(values(entries, "{shell: 'echo \"$X\" >>told', env: {" + own + "}}, 'echo \"$X\" >>told'"))
                .isEqualTo(value + "\nworkflow\n");
    }

    /// However many read one, it runs once for a step, and once for the run where it is cached.
    @ParameterizedTest
    @CsvSource({"true, 1", "false, 2"})
    void runOnceForAllThatReadThem(boolean cache, int times) throws IOException {
        var command = "{cache: " + cache + ", command: '";
        var entries = "A: " + command + "echo ${L}${R}'}, L: " + command + "echo ${B}$C'}, R: " + command
                + "echo ${B}$C'}, B: " + command + "echo b; echo B >>runs'}, C: " + command
                + "echo ${B}; echo C >>runs'}";

        assertThat(values(entries, "'echo \"$A\" >>told', 'true'")).isEqualTo("bbbb\n");

        var each = "B\nC\n";
        assertThat(desk.folder().resolve("runs")).hasContent(each.repeat(times));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            A: {command: 'echo ${B}'}, B: {command: 'exit 3'}
            A: {command: 'echo ${B}', cache: false}, B: {command: 'exit 3', cache: false}
            A: {command: 'echo $B', cache: false}, B: {command: 'exit 3', cache: false}
            """)
    void failWithTheOneThatFailed(String entries) throws IOException {
        desk.file("flow.yml", "env: {" + entries + "}\ncommands: ['true']");

        var failed = desk.call("run flow.yml --isolation none -o json");

        assertThat(failed.at("error.code")).as("%s", failed).isEqualTo("EXIT_3");
        assertThat(failed.at("error.message")).startsWith("env `B`: exit status 3");
    }

    private String values(String entries, String step) throws IOException {
        desk.file("names", "x\n");
        desk.file("flow.yml", "env: {" + entries + "}\ncommands: [" + step + "]");

        var ended = desk.call("run flow.yml --isolation none");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        return Files.readString(desk.folder().resolve("told"));
    }
}
