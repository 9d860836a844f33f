package dev.prodigy.engine.step;

import static dev.prodigy.engine.step.HandlerMaker.handler;
import static dev.prodigy.engine.step.StepMaker.foreach;
import static dev.prodigy.engine.step.StepMaker.items;
import static dev.prodigy.engine.step.StepMaker.shell;
import static dev.prodigy.engine.step.StepMaker.template;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.step.CaptureFormat;
import dev.prodigy.model.step.FailureReaction.Strategy;
import dev.prodigy.model.step.FileFormat;
import dev.prodigy.model.step.Validation;
import dev.prodigy.model.text.Data;
import dev.prodigy.testkit.tree.MemoryTree;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Every kind and option in every list of steps (spec 01, first paragraph): the same effect everywhere, and the same
/// when the run dies behind any record and is resumed.
class StepMatrixTest {
    /// Steps, the last of which shows what the others have left behind.
    private static Map<String, List<StepMaker>> subjects() {
        var all = new LinkedHashMap<String, List<StepMaker>>();
        all.put("capture", List.of(shell("echo one").id("s").capture("c"), probe("${c} ${s.output} ${shell.output}")));
        all.put(
                "json capture",
                List.of(shell("echo [1,2]").capture("c", CaptureFormat.JSON), probe("${c[1]} ${c.exit_code}")));
        all.put("no capture", List.of(shell("echo a"), shell("echo b").captureNothing(), probe("${shell.output}")));
        all.put(
                "outputs",
                List.of(shell("echo o").id("s").output("twice", "${s.output}${s.output}"), probe("${s.twice}")));
        all.put("when", List.of(shell("echo no").id("s").when("1 > 2"), probe("${s.status} ${s.skipped}")));
        all.put(
                "retry",
                List.of(
                        shell("exit 5").id("s").retry(3, Duration.ofSeconds(1)).continueOnError(),
                        probe("${s.status} ${s.attempts} ${s.exit_code}")));
        all.put(
                "timeout",
                List.of(
                        shell("sleep 60").id("s").timeout(Duration.ofSeconds(1)).continueOnError(),
                        probe("${s.status} ${s.exit_code}")));
        all.put(
                "recovery",
                List.of(shell("test -f ok").id("s").onFailure(handler(shell("touch ok"))), probe("${s.success}")));
        all.put(
                "fallback handler",
                List.of(
                        shell("exit 1")
                                .id("s")
                                .onFailure(handler(shell("echo f")).strategy(Strategy.FALLBACK)),
                        probe("${s.status} ${s.output}")));
        all.put(
                "fallback",
                List.of(shell("exit 1").id("s").fallback(shell("echo f")), probe("${s.status} ${s.output}")));
        all.put(
                "cleanup",
                List.of(
                        shell("exit 1")
                                .id("s")
                                .onFailure(handler(shell("echo f"))
                                        .strategy(Strategy.CLEANUP)
                                        .tolerating()),
                        probe("${s.status} ${handler.output}")));
        all.put(
                "handler's capture",
                List.of(
                        shell("exit 1")
                                .onFailure(handler(shell("echo f"))
                                        .strategy(Strategy.FALLBACK)
                                        .captures("h")),
                        probe("${h}")));
        all.put("on_success", List.of(shell("true").onSuccess(shell("echo w").capture("c")), probe("${c}")));
        all.put(
                "on_exit_code",
                List.of(
                        shell("exit 7")
                                .id("s")
                                .onExit(
                                        7,
                                        handler(shell("echo w").capture("c"))
                                                .attempts(1)
                                                .tolerating()),
                        probe("${s.status} ${c}")));
        all.put("validate", List.of(shell("true").id("s").validate(StepMatrixTest::validated), probe("${s.status}")));
        all.put(
                "validate alone",
                List.of(StepMaker.check(StepMatrixTest::validated).id("s"), probe("${validation.completion}")));
        all.put(
                "output_file",
                List.of(
                        shell("echo o").outputFile("out/f.log"),
                        shell("cat out/f.log").capture("c"),
                        probe("${c}")));
        all.put(
                "write_file",
                List.of(StepMaker.writeFile("f.txt", "x", FileFormat.TEXT).id("s"), probe("${s.output}")));
        all.put(
                "foreach",
                List.of(
                        foreach(items("a", "b"), shell("echo ${item}").capture("c"), shell("echo ${c}${index}"))
                                .id("s"),
                        probe("${s.total} ${s.successful} ${s.results[1].output}")));
        all.put(
                "parallel foreach",
                List.of(
                        foreach(items("a", "b", "c"), 2, true, 2, "e", shell("test ${e} = a"))
                                .id("s"),
                        probe("${s.total} ${s.failed} ${s.status}")));
        all.put(
                "nested foreach",
                List.of(
                        foreach(items("a", "b"), foreach(items("1", "2"), shell("echo ${item}")))
                                .id("s"),
                        probe("${s.total} ${s.output}")));
        all.put(
                "template",
                List.of(
                        template(
                                        "t",
                                        Map.of("p", new Data.Phrase(StepMaker.text("v"))),
                                        shell("echo ${p}").capture("c"))
                                .id("s"),
                        probe("${s.output} ${c}")));
        all.put("env", List.of(shell("echo ${OWN}").env("OWN", "own").capture("c"), probe("${c}")));
        return all;
    }

    /// What is asked of changes since the step began: a step that is run again after a death begins again.
    private static Map<String, List<StepMaker>> changing() {
        return Map.of(
                "output of a pattern",
                List.of(shell("touch new.rs").id("s").outputPattern("file", "*.rs"), probe("${s.file}")),
                "commits",
                List.of(shell("echo a > f; commit x").id("s"), probe("${s.files_changed} ${length(s.commits)}")));
    }

    private static StepMaker probe(String text) {
        return shell("echo " + text + " > probe");
    }

    private static Validation validated(String path) {
        var complete = StepMaker.list(path + ".on_incomplete", shell("touch done"));
        return new Validation(
                StepMaker.list(path, shell("test -f done")),
                null,
                100,
                null,
                null,
                new Validation.OnIncomplete(complete, 2, true, false, List.of()));
    }

    /// Where a list of steps may stand.
    private static Map<String, UnaryOperator<StepMaker[]>> places() {
        var all = new LinkedHashMap<String, UnaryOperator<StepMaker[]>>();
        all.put("list", steps -> steps);
        all.put("round", steps -> one(foreach(items("only"), steps)));
        all.put("template", steps -> one(template("outer", Map.of(), steps)));
        all.put(
                "on_failure",
                steps ->
                        one(shell("exit 1").onFailure(handler(steps).attempts(1).tolerating())));
        all.put(
                "on_exit_code",
                steps ->
                        one(shell("exit 3").onExit(3, handler(steps).attempts(1).tolerating())));
        all.put("on_success", steps -> one(shell("true").onSuccess(steps)));
        all.put("fallback", steps -> one(shell("exit 1").fallback(template("outer", Map.of(), steps))));
        all.put(
                "validate",
                steps -> one(shell("true")
                        .validate(path -> new Validation(StepMaker.list(path, steps), null, 100, null, null, null))
                        .continueOnError()));
        all.put(
                "on_incomplete",
                steps -> one(shell("true")
                        .validate(path -> new Validation(
                                StepMaker.list(path, shell("test -f complete")),
                                null,
                                100,
                                null,
                                null,
                                new Validation.OnIncomplete(
                                        StepMaker.list(path + ".on_incomplete", steps), 1, false, false, List.of())))));
        return all;
    }

    private static StepMaker[] one(StepMaker step) {
        return new StepMaker[] {step};
    }

    static Stream<Arguments> cells() {
        return cells(subjects());
    }

    static Stream<Arguments> allCells() {
        return Stream.concat(cells(), cells(changing()));
    }

    private static Stream<Arguments> cells(Map<String, List<StepMaker>> subjects) {
        return subjects.keySet().stream()
                .flatMap(subject -> places().keySet().stream().map(place -> Arguments.of(subject, place)));
    }

    @ParameterizedTest(name = "{0} in {1}")
    @MethodSource("allCells")
    void theEffectIsTheSame(String subject, String place) {
        var plain = played(subject, "list");
        var here = played(subject, place);

        assertThat(probed(here)).isNotBlank().isEqualTo(probed(plain));
    }

    @ParameterizedTest(name = "{0} in {1}")
    @MethodSource("cells")
    void theEffectIsTheSameAfterADeathAnywhere(String subject, String place) {
        var whole = played(subject, place);
        int all = whole.world().journal().size();
        for (int events = 1; events < all; events++) {
            var play = Play.bare();
            play.world().dyingAfterEvents(events);
            play.dies(steps(subject, place)).run(steps(subject, place));
            assertThat(probed(play)).as("died after %d", events).isEqualTo(probed(whole));
            assertThat(ends(play)).as("died after %d", events).isEqualTo(ends(whole));
        }
    }

    private static Play played(String subject, String place) {
        return Play.bare().run(steps(subject, place));
    }

    private static StepMaker[] steps(String subject, String place) {
        var inside = subjects().getOrDefault(subject, changing().get(subject)).toArray(StepMaker[]::new);
        return Stream.concat(Stream.of(places().get(place).apply(inside)), Stream.of(shell("echo end")))
                .toArray(StepMaker[]::new);
    }

    private static String probed(Play play) {
        return play.tree().read(MemoryTree.ROOT, "probe");
    }

    private static Map<String, List<String>> ends(Play play) {
        return play.world().journal().stream()
                .filter(each -> each.event() instanceof StepEvent.Completed)
                .collect(groupingBy(
                        each -> each.context().step() + each.context().round(),
                        mapping(each -> each.event().type(), toList())));
    }
}
