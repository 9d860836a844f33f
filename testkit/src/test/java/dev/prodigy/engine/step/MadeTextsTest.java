package dev.prodigy.engine.step;

import static dev.prodigy.engine.step.StepMaker.shell;
import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.model.value.Value;
import dev.prodigy.testkit.world.VirtualWorld;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 02 §11: what placeholders make of a secret is as secret.
class MadeTextsTest {
    private static final String SECRET = "git://al-fa/bravo-char/delta-80x1.key";

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            ${S:basename}                                 ; delta-80x1.key
            ${S|dirname|basename}                         ; bravo-char
            ${basename(S)}                                ; delta-80x1.key
            ${replace(S, '/', '.')}                       ; git:..al-fa.bravo-char.delta-80x1.key
            ${split(S, '/')[3]}   ; bravo-char
            ${last(split(last(split(S, '/')), '-'))}      ; 80x1.key
            ${join(split(S, 'a'), '')}                    ; git://l-f/brvo-chr/delt-80x1.key
            ${join(sort(split(S, '')), '')}               ; ---.////018:aaaaabcdeefghikllorrttvxy
            """)
    void isMasked(String text, String part) {
        var masked = masking(text);
        assertThat(masked.masked(part)).isNotEqualTo(part);
        assertThat(masked.masked(SECRET + " elsewhere")).isEqualTo("*** elsewhere");
    }

    /// Nothing that only stands beside a secret, no number and no common word.
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            ${concat('https://', S)}              ; https://
            ${split(concat(S, ',beside'), ',')}   ; beside
            ${replace('in the middle', ' ', S)}   ; middle
            ${split('one-other', S)}              ; other
            ${if(S == 'x', 'prod', 'staging')}    ; staging
            ${default(S, 'absent')}               ; absent
            ${split(S, '/')[3]}                   ; git:
            ${first(split(S, '/'))}               ; bravo-char
            ${if(split(S, '/')[0] == 'git:', 'yes', 'no')}  ; git:
            ${count(split(S, '/'))}               ; bravo-char
            ${length(S)}                          ; 37
            ${split('2024/token', '/')}           ; token
            ${lower(O)}                           ; other words
            """)
    void isLeftAlone(String text, String part) {
        assertThat(masking(text).masked(part)).isEqualTo(part);
    }

    @Test
    void whatAConditionLooksAtStandsNowhere() {
        var play = Play.bare().name("S", Binding.data(Value.of(SECRET)));
        play.world().conceal(SECRET);
        play.run(shell("true").when("${S|basename} == 'delta-80x1.key'")).ended(Outcome.SUCCEEDED);
        assertThat(play.world().masked("delta-80x1.key")).isEqualTo("delta-80x1.key");
    }

    private static VirtualWorld masking(String text) {
        var play =
                Play.bare().name("S", Binding.data(Value.of(SECRET))).name("O", Binding.data(Value.of("Other Words")));
        play.world().conceal(SECRET);
        play.run(shell("echo \"" + text + "\"")).ended(Outcome.SUCCEEDED);
        return play.world();
    }
}
