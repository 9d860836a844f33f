package dev.prodigy.engine.step;

import static dev.prodigy.engine.step.HandlerMaker.handler;
import static dev.prodigy.engine.step.StepMaker.check;
import static dev.prodigy.engine.step.StepMaker.foreach;
import static dev.prodigy.engine.step.StepMaker.items;
import static dev.prodigy.engine.step.StepMaker.shell;
import static dev.prodigy.engine.step.StepMaker.template;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.step.FailureReaction.Strategy;
import dev.prodigy.model.step.Validation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Lists of steps of all kinds, in one another at random: wherever the program dies, and dies again, what has ended is
/// not run again, and all comes to what it would have come to undisturbed (spec 03 §14).
class RandomListsTest {
    private static final int LISTS = Integer.getInteger("prodigy.lists", 40);
    private static final int DEATHS = 12;
    private static final int DEEPEST = 2;

    /// Makes the same steps again for the same seed.
    private static final class Maker {
        private final Random random;
        private final List<String> captures = new ArrayList<>();
        private int made;

        Maker(long seed) {
            this.random = new Random(seed);
        }

        StepMaker[] all() {
            var steps = new ArrayList<>(List.of(some(0)));
            var told = new StringBuilder("echo");
            captures.forEach(name -> told.append(" ${").append(name).append('}'));
            steps.add(shell(told.toString()));
            return steps.toArray(StepMaker[]::new);
        }

        private StepMaker[] some(int depth) {
            return random.ints(1 + random.nextInt(depth == 0 ? 4 : 2), 0, depth < DEEPEST ? 13 : 5)
                    .mapToObj(kind -> one(kind, depth))
                    .toArray(StepMaker[]::new);
        }

        private StepMaker[] someAnd(int depth, StepMaker last) {
            var steps = new ArrayList<>(List.of(some(depth + 1)));
            steps.add(last);
            return steps.toArray(StepMaker[]::new);
        }

        private StepMaker one(int kind, int depth) {
            var file = "f" + made++;
            var later = Duration.ofSeconds(1);
            return switch (kind) {
                case 0 -> captured(shell("echo " + file), depth);
                case 1 -> shell("echo ${last.output:-first} " + file);
                case 2 -> shell("exit 3").continueOnError();
                case 3 -> shell("exit 2").retry(2 + random.nextInt(2), later).continueOnError();
                case 4 -> shell("exit 1").fallback(shell("echo instead " + file));
                case 5 -> shell("test -f " + file).onFailure(handler(someAnd(depth, shell("touch " + file))));
                // what ends in a tolerated failure takes no step's place
                case 6 ->
                    shell("exit 1")
                            .onFailure(handler(some(depth + 1)).strategy(Strategy.FALLBACK))
                            .continueOnError();
                case 7 ->
                    shell("exit 1")
                            .onFailure(handler(some(depth + 1))
                                    .strategy(Strategy.CLEANUP)
                                    .tolerating());
                case 8 -> foreach(items("a", "b"), some(depth + 1));
                case 9 -> template("t", Map.of(), some(depth + 1));
                case 10 -> shell("true").onSuccess(some(depth + 1));
                case 11 -> shell("true").validate(validation(file, depth, true));
                case 12 -> {
                    boolean completes = random.nextBoolean();
                    var alone = check(validation(file, depth, completes));
                    yield (random.nextBoolean() ? alone.retry(2, later) : alone).continueOnError();
                }
                default -> throw new AssertionError(kind);
            };
        }

        private StepMaker captured(StepMaker step, int depth) {
            if (depth > 0) {
                return step;
            }
            captures.add("c" + made);
            return step.capture("c" + made);
        }

        private Function<String, Validation> validation(String file, int depth, boolean completes) {
            // the document says that all is there, whatever the commands before tolerate
            var commands = someAnd(depth, shell("test -f " + file + " && echo '{\"score\": 100}'"));
            var completing = someAnd(depth, completes ? shell("touch " + file) : shell("echo not yet"));
            return path -> new Validation(
                    StepMaker.list(path, commands),
                    null,
                    100,
                    null,
                    null,
                    new Validation.OnIncomplete(
                            StepMaker.list(path + ".on_incomplete", completing), 2, true, false, List.of()));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void theyComeToTheSameWhereverTheProgramDies(int deaths) {
        for (long seed = 1; seed <= LISTS; seed++) {
            var whole = Play.bare().run(new Maker(seed).all());
            int all = whole.world().journal().size();
            var random = new Random(seed);
            for (int trial = 0; trial < DEATHS && all > 2; trial++) {
                int first = 1 + random.nextInt(all - 1);
                var play = Play.bare();
                play.world().dyingAfterEvents(first);
                play.dies(new Maker(seed).all());
                if (deaths == 2) {
                    dieAgain(play, random, seed);
                }
                play.run(new Maker(seed).all());
                assertSame(play, whole, "list " + seed + ", died after " + first);
            }
        }
    }

    private static void dieAgain(Play play, Random random, long seed) {
        int so = play.world().journal().size();
        play.world().dyingAfterEvents(so + 1 + random.nextInt(3));
        play.mayDie(new Maker(seed).all());
    }

    private static void assertSame(Play play, Play whole, String where) {
        assertThat(ends(play)).as(where).isEqualTo(ends(whole));
        for (int i = 0; i < whole.result().ended().size(); i++) {
            assertThat(play.step(i).product().stdout())
                    .as("%s, step %d", where, i)
                    .isEqualTo(whole.step(i).product().stdout());
            assertThat(play.step(i).attempts())
                    .as("%s, step %d", where, i)
                    .isEqualTo(whole.step(i).attempts());
        }
    }

    /// @return the final events of each step, in order
    private static Map<String, List<String>> ends(Play play) {
        return play.world().journal().stream()
                .filter(each -> each.event() instanceof StepEvent.Completed || each.event() instanceof StepEvent.Failed)
                .collect(groupingBy(
                        each -> each.context().step() + each.context().round(),
                        mapping(each -> each.event().type(), toList())));
    }
}
