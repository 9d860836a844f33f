package dev.prodigy.engine.step;

import static dev.prodigy.engine.step.HandlerMaker.handler;
import static dev.prodigy.engine.step.StepMaker.check;
import static dev.prodigy.engine.step.StepMaker.claude;
import static dev.prodigy.engine.step.StepMaker.list;
import static dev.prodigy.engine.step.StepMaker.shell;
import static dev.prodigy.engine.step.StepMaker.text;
import static dev.prodigy.engine.step.ValidationMaker.by;
import static dev.prodigy.engine.step.ValidationMaker.completing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.step.result.Outcome;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.source.Span;
import dev.prodigy.model.step.Validation;
import dev.prodigy.model.text.Data;
import dev.prodigy.testkit.program.ScriptedAnswer;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 01 §6: how complete the work is, and what completes it.
class ValidationTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"completion_percentage": 60, "score": 90, "complete": true} | 60  | incomplete
            {"score": 90, "complete": true}                              | 90  | incomplete
            {"score": 100}                                               | 100 | complete
            {"complete": true, "status": "incomplete"}                   | 100 | complete
            {"complete": false, "status": "complete"}                    | 0   | incomplete
            {"status": "complete"}                                       | 100 | complete
            {"status": "partly"}                                         | 0   | incomplete
            {"status": "failed", "score": 100}                           | 0   | failed
            {"score": 101}                                               | 0   | incomplete
            {"score": "100"}                                             | 0   | incomplete
            {"completion_percentage": "40", "status": "complete"}        | 0   | incomplete
            {"completion_percentage": 140, "status": "complete"}         | 0   | incomplete
            {"completion_percentage": null, "status": "complete"}        | 100 | complete
            {"complete": "false", "status": "complete"}                  | 0   | incomplete
            \uFEFF{"score": 90}                                          | 90  | incomplete
            {}                                                           | 0   | incomplete
            no document                                                  | 100 | complete
            [100]                                                        | 100 | complete
            """)
    void theDocumentTellsHowCompleteTheWorkIs(String document, int percent, String status) {
        var play = Play.bare();
        play.shell().on("check", ScriptedAnswer.line(document));
        play.run(
                check(by(shell("check"))).continueOnError(),
                shell(
                        "echo ${validation.completion} ${validation.completion_percentage:json} ${validation.status} ${validation.complete}"));
        assertThat(play.printed()).isEqualTo(percent + " " + percent + " " + status + " " + (percent == 100) + "\n");
        assertThat(play.step(0).outcome()).isEqualTo(percent == 100 ? Outcome.SUCCEEDED : Outcome.TOLERATED);
    }

    /// Nobody would look for the reason in a document that says it is done.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"score": 240, "missing": []}      | : `score: 240` of its document is not used, it is no number from 0 to 100
            {"completion_percentage": "40"}    | : `completion_percentage: "40"` of its document is not used, it is no number from 0 to 100
            {"complete": "yes"}                | : `complete: "yes"` of its document is not used, it is neither true nor false
            {"missing": []}                    | : no field of its document tells the completion: completion_percentage, score, complete, status
            {"score": 0}                       | ``
            {"status": "partly"}               | ``
            """)
    void whatTellsNoCompletionIsSaid(String document, String reason) {
        var play = Play.bare();
        play.shell().on("check", ScriptedAnswer.line(document));
        play.run(check(by(shell("check"), 85, null))).ended(Outcome.FAILED);
        assertThat(play.last().error().message())
                .isEqualTo("validation is incomplete: 0 of 85 percent" + (reason == null ? "" : reason));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\'', textBlock = """
            '```json\\n{"completion_percentage": 10}\\n```'     | 10
            '  ```\\n{"score": 10}\\n```  \\n'                    | 10
            '```json {"score": 10} ```'                         | 10
            '```{"score": 10}```'                               | 10
            '~~~~JSON\\n{"score": 10}\\n~~~~'                   | 10
            '```\\nall is done\\n```'                            | 100
            """)
    void aCodeFenceAroundTheDocumentOfAnAgentIsRemoved(String answer, int percent) {
        var play = PlainAgent.giving(ScriptedAnswer.exit(0).printing(answer.replace("\\n", "\n")));
        play.run(shell("true").validate(by(claude("check"))).continueOnError(), shell("echo ${validation.completion}"));
        assertThat(play.printed()).isEqualTo(percent + "\n");
        assertThat(play.world().warnings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"score": 00}                          | is not JSON: line 1, column
            {"score": NaN}                         | is not JSON: line 1, column
            {"score": 10} x                        | is not JSON: line 1, column
            \uFEFF{"score": 10} x                  | is not JSON: line 1, column
            [{"score": 10}]                        | holds no JSON object
            Here it is:~```json~{"score": 10}~```  | is not JSON: line 1, column
            """)
    void whatIsMeantAsADocumentAndIsNoneIsWarnedOf(String document, String fault) {
        var play = Play.bare();
        play.shell().on("check", ScriptedAnswer.line(document.replace('~', '\n')));
        play.run(shell("true").id("work").validate(by(shell("check")))).ended(Outcome.SUCCEEDED);
        assertThat(play.world().warnings()).singleElement().satisfies(warning -> {
            assertThat(warning.code()).isEqualTo("VALIDATION_NO_DOCUMENT");
            assertThat(warning.message()).contains("`work`", fault, "every command exited 0");
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            all done                | 0
            [INFO] all done         | 0
            void f() { return; }    | 0
            {"score": 10} x         | 1
            """)
    void onlyExitCodesThatTellOfCompleteWorkAreWarnedOf(String printed, int status) {
        var play = Play.bare();
        play.shell().on("check", ScriptedAnswer.exit(status).printing(printed));
        play.run(shell("true").validate(by(shell("check"))));
        assertThat(play.world().warnings()).isEmpty();
    }

    @Test
    void aFailedCommandCountsAsNothing() {
        var play = Play.of(shell("true").validate(by(shell("exit 1")))).ended(Outcome.FAILED);
        assertThat(play.last().error().code()).isEqualTo("VALIDATION_INCOMPLETE");
        assertThat(play.last().error().retries().attempt()).isOne();
    }

    /// It did not exit 0. A document says more than exit codes.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            exit 1                 | true       | 0   | 2
            exit 1                 | check      | 100 | 1
            echo '{"score": 100}'; exit 1 | true | 0 | 2
            true                   | true       | 100 | 1
            """)
    void aToleratedCommandCountsAsNothingWithoutADocument(String first, String last, int percent, int checks) {
        var play = Play.bare();
        play.shell().on("check", ScriptedAnswer.line("{\"score\": 100}"));
        play.run(
                shell("true")
                        .validate(path -> new Validation(
                                list(path + ".commands", shell(first).continueOnError(), shell(last)),
                                null,
                                100,
                                null,
                                null,
                                completing(1, false, shell("echo more")).apply(path + ".on_incomplete"))),
                shell("echo ${validation.completion}"));
        assertThat(play.printed()).isEqualTo(percent + "\n");
        play.ran("echo more", checks - 1);
        assertThat(play.step(0).outcome()).isEqualTo(percent == 100 ? Outcome.SUCCEEDED : Outcome.TOLERATED);
        if (percent == 0) {
            assertThat(play.step(0).error().message()).contains("a command of it failed: exit status 1");
        }
    }

    @ParameterizedTest
    @CsvSource({"59,SUCCEEDED", "60,SUCCEEDED", "61,FAILED"})
    void whatReachesTheThresholdIsComplete(double threshold, Outcome outcome) {
        var play = Play.bare();
        play.shell().on("check", ScriptedAnswer.line("{\"score\": 60}"));
        play.run(shell("true").validate(by(shell("check"), threshold, null))).ended(outcome);
    }

    @Test
    void theHandlersOutputIsCaptured() {
        var play = Play.bare();
        play.shell().on("check", ScriptedAnswer.line("{\"score\": 60}"), ScriptedAnswer.line("{\"score\": 100}"));
        Function<String, Validation.OnIncomplete> handler = path -> new Validation.OnIncomplete(
                list(path, shell("echo more"), shell("echo still")), 2, true, false, List.of("notes"));
        play.run(
                shell("true").validate(by(shell("check"), 100, handler)),
                shell("echo ${notes:json} ${handler.output:json}"));
        assertThat(play.printed()).isEqualTo("\"more\\nstill\" \"more\\nstill\"\n");
    }

    @Test
    void anIncompleteWorkIsCompletedAndValidatedAgain() {
        var play = Play.bare();
        play.shell().on("check", ScriptedAnswer.line("{\"score\": 60}"), ScriptedAnswer.line("{\"score\": 100}"));
        play.run(shell("echo work").validate(by(shell("check"), 100, completing(2, true, shell("echo more")))))
                .ran("echo work", 1)
                .ran("check", 2)
                .ran("echo more", 1)
                .ended(Outcome.SUCCEEDED);
    }

    @Test
    void workThatIsNeverCompleteFailsAfterItsRounds() {
        Play.of(shell("echo work").validate(by(shell("exit 1"), 100, completing(2, true, shell("echo more")))))
                .ran("echo work", 1)
                .ran("exit 1", 3)
                .ran("echo more", 2)
                .ended(Outcome.FAILED);
    }

    @Test
    void itIsToleratedWhereTheWorkflowIsNotToFail() {
        Play.of(shell("true").validate(by(shell("exit 1"), 100, completing(1, false, shell("echo more")))))
                .ended(Outcome.TOLERATED);
    }

    @Test
    void aFailingHandlerEndsTheLoop() {
        Play.of(shell("true").validate(by(shell("exit 1"), 100, completing(5, true, shell("exit 2")))))
                .ran("exit 2", 1)
                .ran("exit 1", 1)
                .ended(Outcome.FAILED);
    }

    @Test
    void incompleteWorkIsAFailureThatOnFailureSees() {
        Play.of(shell("echo work").validate(by(shell("test -f done"))).onFailure(handler(shell("touch done"))))
                .ran("echo work", 2)
                .ran("test -f done", 2)
                .ended(Outcome.RECOVERED);
    }

    @Test
    void theHandlerKnowsWhatIsMissing() {
        var play = Play.bare();
        var document =
                "{\"score\": 60, \"missing\": [\"a\", \"b c\"], \"gaps\": {\"g\": 1}, \"implemented\": [\"x\"], \"own\": {\"m\": 2}}";
        play.shell().on("check", ScriptedAnswer.line(document), ScriptedAnswer.line("{\"score\": 100}"));
        var told = "${validation.missing}|${validation.missing_count}|${validation.gaps}|${validation.implemented}"
                + "|${validation.threshold}|${validation.attempt_number}|${validation.own.m}";
        play.run(
                shell("true")
                        .validate(by(
                                shell("check"),
                                90,
                                completing(
                                        2, true, shell("echo \"" + told + "\"").id("h")))),
                shell("echo '${h.output}'"));
        assertThat(play.printed()).isEqualTo("a, b c|2|{\"g\":1}|[\"x\"]|90|1|2\n");
    }

    @Test
    void aDocumentMustSatisfyItsSchema() {
        var schema = schema("{\"type\": \"object\", \"required\": [\"tests\"]}");
        for (var document : new String[] {"{\"score\": 100}", "{\"score\": 100, \"tests\": 1}", "no document"}) {
            var play = Play.bare();
            play.shell().on("check", ScriptedAnswer.line(document));
            play.run(shell("true")
                            .validate(path -> new Validation(
                                    list(path + ".commands", shell("check")), null, 100, schema, null, null)))
                    .ended(document.contains("tests") ? Outcome.SUCCEEDED : Outcome.FAILED);
            if (document.equals("no document")) {
                assertThat(play.last().error().message()).contains("the output of its last command is not JSON");
            }
        }
    }

    private static Data schema(String json) {
        return Data.of(Json.parse(json), Span.startOf("test"));
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', textBlock = """
            {"const": "${wanted.all}"},                 SUCCEEDED,
            {"const": "${wanted.other}"},               FAILED, VALIDATION_INCOMPLETE
            {"properties": {"score": {"maximum": "${wanted.all.score}"}}}, SUCCEEDED,
            {"properties": {"score": {"maximum": "${wanted.other}"}}}, FAILED, INVALID_VALUE
            {"const": "${wanted.no}"},                  FAILED, UNDEFINED_VARIABLE
            """)
    void theTextsOfASchemaAreFilled(String written, Outcome outcome, String code) {
        var play =
                Play.bare().name("wanted", Binding.data(Json.parse("{\"all\": {\"score\": 100}, \"other\": \"x\"}")));
        play.shell().on("check", ScriptedAnswer.line("{\"score\": 100}"));
        play.run(shell("true")
                        .validate(path -> new Validation(
                                list(path + ".commands", shell("check")), null, 100, schema(written), null, null)))
                .ended(outcome);
        assertThat(play.last().error() == null ? null : play.last().error().code())
                .isEqualTo(code);
    }

    @ParameterizedTest
    @CsvSource({"echo nothing,FAILED", "echo '{\"complete\": true}' > result.json,SUCCEEDED"})
    void onlyAResultFileWrittenSinceTheStepBeganCounts(String work, Outcome outcome) {
        Play.of(
                        shell("echo '{\"complete\": true}' > result.json"),
                        shell("sleep 1"),
                        shell(work)
                                .validate(path -> new Validation(
                                        java.util.List.of(), text("result.json"), 100, null, null, null)))
                .ended(outcome);
    }

    @Test
    void theCommandsHaveALimitTogether() {
        var play = Play.of(shell("true")
                .validate(path -> new Validation(
                        list(path + ".commands", shell("sleep 4"), shell("sleep 4")),
                        null,
                        100,
                        null,
                        Duration.ofSeconds(5),
                        null)));
        play.ended(Outcome.FAILED);
        assertThat(play.elapsed()).isEqualTo(Duration.ofSeconds(5));
    }
}
