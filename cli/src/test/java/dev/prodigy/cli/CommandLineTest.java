package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Spec 05 §1: the rules for every command.
class CommandLineTest {
    @TempDir
    Path temporary;

    private Desk desk;

    @BeforeEach
    void desk() throws IOException {
        desk = new Desk(temporary).file("good.yml", "name: good\ncommands: [{shell: 'true'}]\n");
    }

    @ParameterizedTest
    @EnumSource(CommandName.class)
    void everyCommandHasHelpAndNoOptionTwice(CommandName name) {
        var said = desk.call(name.text() + " --help");
        assertThat(said.exitCode()).as("%s", said).isZero();
        assertThat(said.out()).startsWith("Usage: prodigy " + name.text()).contains(name.summary());
        assertThat(said.err()).isEmpty();
        assertThat(desk.call("help " + name.text()).out()).isEqualTo(said.out());
        assertThat(desk.call(name.text() + " --no-such-option").exitCode()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            rum                                  | `rum` is no command; did you mean `run`?
            runs                                 | runs needs another word: runs ls
            runs lst                             | `runs lst` is no command; did you mean `runs list`?
            run good.yml --max-paralel 2         | `--max-paralel` is no option of run; did you mean --max-parallel?
            run good.yml --max-parallel 0        | --max-parallel must be an integer from 1 to 1000, not `0`
            run good.yml --max-parallel 1001     | --max-parallel must be an integer from 1 to 1000
            run good.yml -n 0                    | --max-iterations must be an integer from 1
            run good.yml --timeout fast          | --timeout must be a duration
            run good.yml --timeout 1s --timeout 2s | --timeout is given twice
            run good.yml --base                  | --base needs a value
            run good.yml other.yml               | `other.yml` is one argument too many
            run good.yml -y --no-merge           | --no-merge and --yes exclude each other
            run good.yml -q -v                   | --quiet and --verbose exclude each other
            run good.yml -o xml                  | --output must be one of text, json
            run good.yml -C nowhere              | --path nowhere is no folder
            run good.yml --accept-changes        | --accept-changes belongs to --resume
            run --resume last --param a=b        | --param belongs to the start of a run
            run good.yml --map *.nope            | no file matches *.nope
            resume --max-retries 2               | --max-retries needs --retry-failed
            resume                               | there is no run here that could be resumed
            resume last                          | there is no run yet
            resume workflow-1 --job-id other     | two different runs are given
            events last -f --limit 2             | --limit and --follow exclude each other
            status workflow-                     | no run is called `workflow-`
            pause                                | RUN is missing
            skip last                            | there is no run yet
            set last --failure-threshold 2       | --failure-threshold must be a ratio from 0 to 1
            batch *.md                           | --command is missing
            batch *.nope --command x             | no file matches *.nope
            exec                                 | COMMAND is missing
            plan                                 | WORKFLOW is missing
            dlq retry                            | RUN is missing; `last` is the newest
            dlq clear                            | RUN is missing
            dlq export workflow-20260101T000000000-abcdef | FILE is missing; `-` is stdout
            clean worktree                       | `worktree` cannot be cleaned; WHAT is one of all, worktrees
            run good.yml --show-composition      | --show-composition needs --dry-run
            config show max_paralel              | there is no key `max_paralel`; did you mean `max_parallel`?
            worktree gc --salvage                | --salvage and --older-than need each other
            runs clean --older-than 5            | --older-than must be a duration with its unit, such as 5d or 5h, not `5`
            clean all --older-than 30            | --older-than must be a duration with its unit, such as 30d or 30h
            events clean --older-than -1s        | --older-than must be a duration such as 90s, 12h or 30d
            worktree clean --older-than 7        | --older-than must be a duration with its unit
            dlq purge last --older-than 7        | --older-than must be a duration with its unit
            run good.yml --timeout 0             | --timeout must be longer than zero
            checkpoints delete --forc            | `--forc` is no option of checkpoints delete; did you mean --force?
            events clean last --all-jobs         | RUN and --all-jobs exclude each other
            events ls --type nope                | --type must be a type of events
            dlq retry last --parallel 1 --max-parallel 2 | --parallel and --max-parallel mean the same, and both are given
            run good.yml --profile x             | there is no profile `x`; the workflow declares none
            """)
    void aBadCommandLineExitsWith2AndWritesNothing(String line, String message) {
        var text = desk.call(line);
        assertThat(text.exitCode()).as("%s", text).isEqualTo(2);
        assertThat(text.err()).contains(message);
        assertThat(text.out()).isEmpty();
        var json = desk.call(line.contains("-o xml") ? line + " --json" : line + " -o json");
        assertThat(json.exitCode()).isEqualTo(2);
        assertThat(json.at("error.message")).contains(message);
        assertThat(json.at("error.hint")).as("%s", json).isNotEqualTo("null");
        assertThat(Files.exists(desk.home())).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"--salvage, 30d", "--older-than 36h, 1d12h"})
    void optionsThatNeedEachOtherAreShownTogether(String option, String age) {
        assertThat(desk.call("worktree gc " + option + " -o json").at("error.hint"))
                .isEqualTo("prodigy worktree gc --salvage --older-than " + age);
    }

    /// Spec 00, "Errors that people read": everything that is wrong is told at once.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            run good.yml --max-parallel 0 --timeout 5x --isolation foo | --max-parallel must be,--timeout must be,--isolation must be
            run --nope good.yml --nopes -n 0                           | `--nope` is no option,`--nopes` is no option,--max-iterations must be
            batch --timeout 0x                                         | --timeout must be,PATTERN is missing
            run a.yml b.yml --timeout no                               | `b.yml` is one argument too many,--timeout must be
            run a.yml --timeout 1 --timeout 2 -n 0                     | --timeout is given twice,--max-iterations must be
            """)
    void everythingThatIsWrongWithALineIsToldAtOnce(String line, String messages) {
        var said = desk.call(line);
        assertThat(said.exitCode()).as("%s", said).isEqualTo(2);
        assertThat(said.err()).contains(messages.split(",", -1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"runs ls", "sessions list", "ps", "resume list", "worktree ls", "worktree gc", "dlq list"})
    void anEmptyListIsNoFailure(String line) {
        var text = desk.call(line);
        assertThat(text.exitCode()).as("%s", text).isZero();
        assertThat(text.out()).isEmpty();
        var json = desk.call(line + " -o json");
        assertThat(json.exitCode()).isZero();
        assertThat(Json.parse(json.out())).isNotNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            dlq show last -- item-004   | there is no run yet
            dlq show -- last item-004   | there is no run yet
            dlq show last item-004 -- 5 | `5` is one argument too many
            """)
    void wordsBehindTheTwoDashesFollowThoseBefore(String line, String message) {
        assertThat(desk.call(line).err()).contains(message);
    }

    @Test
    void optionsStandAnywhereAndUnderscoresAreDashes() {
        var said = desk.call("-o json run --isolation=none --allow_failures good.yml --max_parallel 3");
        assertThat(said.exitCode()).as("%s", said).isZero();
        var shown = desk.call(List.of("runs", "show", "-ojson"));
        assertThat(shown.at("settings.max_parallel")).isEqualTo("3");
        assertThat(shown.at("settings.allow_failures")).isEqualTo("true");
        assertThat(desk.call("--json runs ls -C .").at("runs.0.status")).isEqualTo("completed");
    }

    @Test
    void withoutACommandHelpIsPrinted() {
        for (var line : List.of("", "--help", "help")) {
            assertThat(desk.call(line).exitCode()).isZero();
            assertThat(desk.call(line).out())
                    .startsWith("Usage: prodigy COMMAND")
                    .contains("\n  run ");
        }
        assertThat(desk.call("--version").out()).matches("prodigy [0-9]+\\.[0-9]+\\.[0-9]+\n");
    }

    @Test
    void runsAreFoundByPrefixAndByEveryName() throws IOException {
        desk.call("run good.yml --isolation none");
        desk.call("run good.yml --isolation none");
        var newest = desk.call("runs ls -o json").at("runs.0.run_id");
        for (var line : List.of(
                "runs show " + newest,
                "runs show " + newest.substring(0, newest.length() - 2),
                "runs show last",
                "runs show",
                "runs show --job-id " + newest,
                "runs show --run_id last",
                "status --session-id " + newest + " --workflow-id " + newest)) {
            assertThat(desk.call(line + " -o json").at("run_id")).as(line).isEqualTo(newest);
        }
        var ambiguous = desk.call("runs show workflow -o json");
        assertThat(ambiguous.exitCode()).isEqualTo(2);
        assertThat(ambiguous.at("error.code")).isEqualTo("run_ambiguous");
        assertThat(ambiguous.at("error.candidates.0")).isEqualTo(newest);
    }
}
