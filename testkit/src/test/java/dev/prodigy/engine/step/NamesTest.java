package dev.prodigy.engine.step;

import static dev.prodigy.engine.step.HandlerMaker.handler;
import static dev.prodigy.engine.step.StepMaker.foreach;
import static dev.prodigy.engine.step.StepMaker.items;
import static dev.prodigy.engine.step.StepMaker.shell;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.engine.environment.EnvironmentLayers;
import dev.prodigy.engine.environment.SecretValues;
import dev.prodigy.engine.environment.Secrets;
import dev.prodigy.engine.step.result.Outcome;
import dev.prodigy.engine.world.ChildEnd;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.env.EnvEntry;
import dev.prodigy.model.env.SecretNames;
import dev.prodigy.model.event.Outputs;
import dev.prodigy.model.step.CaptureFormat;
import dev.prodigy.model.step.FileFormat;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.value.Value;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 01 §7, §8.4: which names a step can read, and what it is told where there is no value.
class NamesTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            ${item.nme}          | `item.nme` has no value: `item` has no `nme`; did you mean `item.name`?
            ${item.name.first}   | `item.name.first` has no value
            ${item.tags[5]}      | `item.tags[5]` has no value
            ${left_out.output}   | `left_out.output` has no value: step `left_out` was skipped
            ${never}             | `never` has no value: step `left_out` was skipped
            ${ran.exitcode}      | `ran.exitcode` has no value: `ran` has no `exitcode`; did you mean `ran.exit_code`?
            ${parsed.exit_cod}   | `parsed` has no `exit_cod`; did you mean `parsed.exit_code`?
            ${left_out.statsu}   | step `left_out` was skipped; did you mean `left_out.status`?
            ${foreach.results}   | no foreach step has run yet
            ${validation.status} | nothing has been validated yet
            ${handler.output}    | no handler has run yet
            ${parsed.alhpa}      | did you mean `parsed.alpha`?
            ${file:nope.txt}     | `file:nope.txt` has no value: it cannot be read
            ${cmd:exit 3}        | `cmd:exit 3` has no value: exit status 3
            """)
    void aMissingValueIsNamedWithItsReason(String placeholder, String message) {
        var play = Play.bare()
                .item(Json.parse("{\"name\": \"x\", \"tags\": [1]}"))
                .run(
                        shell("echo '{\"alpha\": 1}'").id("ran").capture("parsed", CaptureFormat.JSON),
                        shell("true").when("false").id("left_out").capture("never"),
                        shell("echo " + placeholder))
                .ended(Outcome.FAILED);
        assertThat(play.last().error().code()).isEqualTo("UNDEFINED_VARIABLE");
        assertThat(play.last().error().message()).contains(message);
    }

    /// An entry's own name means the same name further below, if there is one.
    @ParameterizedTest
    @CsvSource({"${E1}, F1, `F1`", "${E1}, E3, 'did you mean `E3`?'"})
    void anEntryIsNotSuggestedToItself(String text, String other, String near) {
        var step = shell("echo $E2").env("E2", text).env(other, "x");
        var play = Play.bare().run(step).ended(Outcome.FAILED);

        assertThat(play.last().error().message()).contains(near).doesNotContain("mean `E2`", ", `E2`");
    }

    /// Whatever gives the variable its value; no namespace is one.
    @ParameterizedTest
    @CsvSource({
        "VERSIN, VERSION",
        "INHERITD, INHERITED",
        "GIVN, GIVEN",
        "MDAE, MADE",
        "OWNN, OWN",
        "EHLL, ''",
        "REMOVED, ''",
    })
    void aMisspeltVariableOfTheEnvironmentIsMissed(String name, String near) {
        Map<String, EnvEntry> env = new LinkedHashMap<>();
        env.put("VERSION", new EnvEntry.Phrase(StepMaker.text("1"), false));
        env.put("REMOVED", new EnvEntry.Unset());
        env.put("REMOVER", new EnvEntry.Phrase(StepMaker.text("1"), false));
        var layers = new EnvironmentLayers(
                Map.of("INHERITED", "x"),
                true,
                Map.of("GIVEN", Binding.data(Value.of(1))),
                Map.of(),
                env,
                Map.of(),
                Secrets.NONE,
                Map.of(),
                SecretNames.STANDARD);
        var play = Play.bare()
                .layers(layers)
                .run(
                        shell("echo x").capture("MADE", CaptureFormat.STRING),
                        shell("echo ${env.%s}".formatted(name)).env("OWN", "x"))
                .ended(Outcome.FAILED);
        var message = play.last().error().message();
        if (near.isEmpty()) {
            assertThat(message).contains("`env." + name + "` has no value").doesNotContain("did you mean");
        } else {
            assertThat(message).endsWith("the environment has no `" + name + "`; did you mean `env." + near + "`?");
        }
    }

    /// Spec 02 §11: whoever reads it first tells of it, and a name that is marked is so in every layer.
    @ParameterizedTest
    @CsvSource({"'', x-made-here", "over-it, over-it"})
    void theTextOfAMarkedEntryIsSecretFromWhenItIsRead(String ofStep, String secret) {
        var env = Map.<String, EnvEntry>of("MARKED", new EnvEntry.Phrase(StepMaker.text("x-${HOST}"), true));
        var layers = new EnvironmentLayers(
                Map.of("HOST", "made-here"),
                true,
                Map.of(),
                Map.of(),
                env,
                Map.of(),
                Secrets.NONE,
                Map.of(),
                SecretNames.STANDARD);
        var write = StepMaker.writeFile("f", "${MARKED}", FileFormat.TEXT);

        var play = Play.bare()
                .layers(layers)
                .run(ofStep.isEmpty() ? write : write.env("MARKED", ofStep))
                .ended(Outcome.FAILED);

        assertThat(play.last().error().code()).isEqualTo("SECRET_IN_FILE");
        assertThat(play.world().masked(secret)).isEqualTo("***");
    }

    @Test
    void aDefaultOrNullIsNoMistake() {
        var play = Play.bare()
                .item(Json.parse("{\"none\": null, \"empty\": \"\"}"))
                .run(
                        shell(
                                "echo \"${item.missing:-one}\" \"[${item.none}]\" \"${item.none:-two}\" \"${item.empty:-three}\""));
        assertThat(play.printed()).isEqualTo("one [] two three\n");
    }

    /// The name is declared, so that it is not the shell's either.
    @Test
    void theNameOfAnAbsentOptionalSecretIsOwned() {
        var absent = new Secrets(Map.of(), Set.of("TOKEN"), SecretValues.NONE);
        var layers = new EnvironmentLayers(
                Map.of("PATH", "/bin"),
                true,
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                absent,
                Map.of(),
                SecretNames.STANDARD);

        var failed = Play.bare().layers(layers).run(shell("echo '${TOKEN}'")).ended(Outcome.FAILED);
        assertThat(failed.last().error().code()).isEqualTo("UNDEFINED_VARIABLE");
        assertThat(failed.last().error().message()).contains("TOKEN", "optional and absent");

        var play = Play.bare().layers(layers).run(shell("echo ${TOKEN:-def} ${secrets.TOKEN:-none} ${env.PATH}"));
        assertThat(play.printed()).isEqualTo("def none /bin\n");
    }

    @Test
    void whatAStepSaysOfItselfIsNoOutputsToReplace() {
        var play = Play.of(
                shell("echo x")
                        .id("r")
                        .output("status", "lie")
                        .output("success", "false")
                        .output("stdout", "lie")
                        .output("model", "m"),
                shell("echo ${r.status} ${r.success} ${r.model} ${r.stdout}"));
        assertThat(play.printed()).isEqualTo("succeeded true m x\n\n");
    }

    @Test
    void norIsItAnOutputOfACalledWorkflow() {
        var play = Play.bare();
        var outputs = Json.parse("{\"success\": \"no\", \"status\": \"bad\", \"output\": 9, \"n\": 1}");
        play.world()
                .answeringCalls(_ -> new ChildEnd.Ended(
                        "completed", 0, Outputs.available((Value.Fields) outputs), null, Duration.ZERO));
        play.run(
                StepMaker.of(new StepKind.SubWorkflow("w.yml", "w.yml", false, Map.of(), List.of()))
                        .id("w"),
                shell("echo ${w.success} ${w.status} ${w.exit_code} ${last.success} ${w.n} ${w.output}"));
        assertThat(play.printed()).isEqualTo("true succeeded 0 true 1 9\n");
    }

    @Test
    void ofASkippedStepOnlyThreeMembersHaveValues() {
        var play = Play.of(
                shell("true").when("false").id("b"),
                shell("echo ${b.status} ${b.skipped} ${b.success} ${b.output:-no}"));
        assertThat(play.printed()).isEqualTo("skipped true false no\n");
    }

    @Test
    void aNamespaceWithoutADotAndAnUnknownNameAreTheShells() {
        var play = Play.of(shell("echo one; true ${error} ${unknown} ${V%.*}"));
        assertThat(play.texts()).containsExactly("echo one; true ${error} ${unknown} ${V%.*}");
    }

    @Test
    void inItsOwnTextsStepMeansTheOneBefore() {
        var play = Play.of(
                shell("touch a.rs").id("first").name("the first"),
                shell("echo ${step.name} ${step.index} ${step.files_added}"),
                shell("true").when("false"),
                shell("touch b.rs; exit 1")
                        .onFailure(handler(shell("echo ${step.files_added}").id("h"))
                                .attempts(1)
                                .tolerating()),
                shell("echo ${h.output} ${step.index}"));
        assertThat(play.step(1).product().stdout()).isEqualTo("the first 0 a.rs\n");
        assertThat(play.printed()).isEqualTo("b.rs 3\n");
    }

    @Test
    void aLoopsNamesHideCaptures() {
        var play = Play.of(
                shell("echo captured").capture("each"),
                foreach(items("x"), 1, false, null, "each", shell("echo ${each}")),
                shell("echo ${each}"));
        assertThat(play.step(1).product().output()).isEqualTo("x");
        assertThat(play.printed()).isEqualTo("captured\n");
    }

    @Test
    void aFailedStepsOutputIsBothStreams() {
        var play = Play.of(
                shell("echo out; echo err >&2; exit 3").id("bad").continueOnError(),
                shell("echo \"${bad.output}\" ${bad.stdout} ${bad.exit_code}"));
        assertThat(play.printed()).startsWith("out\nerr");
    }

    @Test
    void theOutputOfAFailedStepHasNoFinalLineEndEither() {
        var play = Play.of(
                shell("echo a").id("good"),
                shell("echo a; exit 3").id("bad").continueOnError(),
                shell("echo \"[${good.output}][${bad.output}][${shell.output}]\""));
        assertThat(play.printed()).isEqualTo("[a][a][a]\n");
    }

    @Test
    void aHandlerSeesTheEnvironmentThatItsStepWasPreparedWith() {
        var step = shell("echo ${BEFORE}; exit 1")
                .env("BEFORE", "<${last.output}>")
                .onFailure(handler(shell("echo ${BEFORE}")).attempts(1).tolerating());
        var play = Play.of(shell("echo before"), step, shell("echo ${handler.output}"));
        assertThat(play.printed()).isEqualTo("<before>\n");
    }

    @Test
    void aHandlerReadsTheErrorAndLaterStepsItsOutput() {
        var play = Play.of(
                shell("echo bad; exit 7")
                        .id("it")
                        .onFailure(handler(shell(
                                        "echo ${error.code} ${error.category} ${error.exit_code} ${test.exit_code}"
                                                + " ${test.attempt} ${it.exit_code}"))
                                .attempts(1)
                                .captures("told")
                                .tolerating()),
                shell("echo ${handler.output} / ${told}"));
        assertThat(play.printed()).isEqualTo("EXIT_7 command_failed 7 7 1 7 / EXIT_7 command_failed 7 7 1 7\n");
    }

    @Test
    void inAllStepsOfItsHandlersStepMeansTheHandledOne() {
        var told = "echo ${step.name} ${step.files_added} > ";
        var inner = shell("touch b.rs; exit 1")
                .name("inner")
                .onFailure(handler(shell("true"), shell(told + "y")).attempts(1).tolerating());
        var play = Play.of(
                shell("touch a.rs; exit 1")
                        .name("outer")
                        .onFailure(handler(shell(told + "x"), inner, shell(told + "z"))
                                .attempts(1)
                                .tolerating()),
                shell("touch c.rs").name("good").onSuccess(shell("true"), shell(told + "w")),
                shell("cat x; cat y; cat z; cat w"));
        assertThat(play.printed()).isEqualTo("outer a.rs\ninner b.rs\nouter a.rs\ngood c.rs\n");
    }

    @Test
    void inLoopsOfAHandlerStepMeansTheHandledOneToo() {
        var told = "echo ${item} ${step.name} >> x";
        var play = Play.of(
                shell("exit 1")
                        .name("outer")
                        .onFailure(handler(
                                        foreach(items("a", "b"), shell(told), shell(told)),
                                        shell("echo ${step.name} >> x"))
                                .attempts(1)
                                .tolerating()),
                foreach(items("c"), shell("true").name("inside"), shell(told)),
                shell("cat x"));
        assertThat(play.printed()).isEqualTo("a outer\na outer\nb outer\nb outer\nouter\nc inside\n");
    }

    @Test
    void inARerunStepStillMeansTheOneBefore() {
        var play = Play.of(
                shell("true").name("first"),
                shell("echo ${step.name}; cat mended").onFailure(handler(shell("touch mended"))));
        assertThat(play.step(1).product().stdout()).isEqualTo("first\n");
    }

    @Test
    void beforeTheFirstStepOfAListNothingHasChanged() {
        var told = "echo '${step.files_changed}' '${step.commits}' ${step.commit_count} ${step.insertions}";
        var play = Play.of(
                shell(told),
                shell("touch a.rs"),
                foreach(items("x", "y"), shell(told + " > ${item}"), shell("touch b.rs")),
                shell("cat x; cat y"));
        assertThat(play.step(0).product().stdout()).isEqualTo("  0 0\n");
        assertThat(play.printed()).isEqualTo("  0 0\n  0 0\n");
        Play.of(shell("echo ${step.name}")).ended(Outcome.FAILED);
    }

    @Test
    void aNameWithPlaceholdersIsToldInTheStepsEvents() {
        var play = Play.bare()
                .name("w", Binding.text("world"))
                .run(
                        shell("true").name("hello ${w} $w"),
                        shell("true").name("plain"),
                        shell("true").name("not ${now} ${w} ${step.nmae}").when("false"));
        assertThat(play.world().journal())
                .extracting(each -> each.event().type() + " " + each.context().stepName())
                .containsExactly(
                        "step_started hello world world",
                        "step_completed hello world world",
                        "step_started null",
                        "step_completed null",
                        "step_skipped not ${now} world …");
    }

    @Test
    void aNameWithoutAValueFailsTheStep() {
        var play = Play.bare()
                .name("w", Binding.text("world"))
                .run(shell("echo ran").name("hello ${w} ${step.nmae}").continueOnError());
        play.ended(Outcome.FAILED);
        assertThat(play.last().error().code()).isEqualTo("UNDEFINED_VARIABLE");
        assertThat(play.world().journal())
                .extracting(each -> each.event().type() + " " + each.context().stepName())
                .containsExactly("step_failed hello world …");
    }
}
