package dev.prodigy.engine.step;

import static dev.prodigy.engine.step.HandlerMaker.handler;
import static dev.prodigy.engine.step.StepMaker.foreach;
import static dev.prodigy.engine.step.StepMaker.items;
import static dev.prodigy.engine.step.StepMaker.shell;
import static dev.prodigy.engine.step.StepMaker.template;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.step.CaptureFormat;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.Validation;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.AllSteps;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What an item's steps have come to is read by its custom handler alike in the process that ran them and in another
/// one (spec 01 §7; 02 §5.2, §12).
class HandedOverNamesTest {
    private static final StepMaker[] ATTEMPT = {
        shell("echo one; touch made; commit made").id("one").name("the first").capture("P"),
        shell("true").id("skp").when("1 == 2").capture("never"),
        shell("exit 5").id("tol").continueOnError(),
        shell("test -f ok")
                .id("rec")
                .onFailure(
                        handler(shell("echo in").id("inner"), shell("touch ok")).captures("H")),
        shell("true").validate(HandedOverNamesTest::validated),
        template("t", Map.of(), shell("echo body").id("tin").capture("T")),
        foreach(items("a", "b"), shell("echo ${item}").id("round").capture("R")).id("loop"),
        shell("echo [1,2]").capture("J", CaptureFormat.JSON),
        shell("echo quiet").id("quiet").captureNothing(),
        shell("echo 'a b' >&2; exit 3").id("two").name("the last").capture("P2"),
        shell("echo never").id("beyond")
    };

    private static final List<Step> STEPS = StepMaker.list("commands", ATTEMPT).stream()
            .flatMap(step -> Stream.concat(Stream.of(step), AllSteps.inside(step).stream()))
            .toList();

    private static Validation validated(String path) {
        return new Validation(StepMaker.list(path, shell("echo '{\"score\": 80}'")), null, 50, null, null, null);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ${P}                          | one
            ${P.exit_code}                | 0
            ${P.success}                  | true
            ${P2.exit_code}               | 3
            ${P2.stderr}                  | a b
            ${one.output} ${one.status}   | one succeeded
            ${one.commits}                |
            ${two.exit_code}              | 3
            ${two.output}                 | a b
            ${skp.skipped} ${skp.success} | true false
            ${never:-none}                | none
            ${tol.success} ${tol.status}  | false tolerated
            ${rec.status} ${rec.attempts} | recovered 2
            ${inner.output} ${H}          | in in
            ${handler.output}             | in
            ${validation.completion}      | 80
            ${tin.output} ${T.exit_code}  | body 0
            ${loop.output}                |
            ${round.output:-no} ${R:-no}  |
            ${J[1]} ${J.success}          | 2 true
            ${quiet.output}               | quiet
            ${last.exit_code}             | 3
            ${shell.stderr}               | a b
            ${step.name} ${step.index}    | the last 9
            ${beyond.output:-never}       |
            """)
    void theyAreReadAlikeInAnotherProcess(String read, String expected) {
        var here = attempt().handle(shell("echo " + read).continueOnError());
        var there = attempt().handleElsewhere(STEPS, shell("echo " + read).continueOnError());

        assertThat(there.printed()).isEqualTo(here.printed());
        assertThat(there.outcome()).isEqualTo(here.outcome());
        if (expected != null) {
            assertThat(there.printed().strip()).isEqualTo(expected);
        }
    }

    private static Play attempt() {
        return Play.bare().item(Value.of("x")).run(ATTEMPT);
    }
}
