package dev.prodigy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Spec 01 §13, 05 §2.2: the profile that holds where a run begins holds to its end, and for what it calls.
class HeldProfileTest {
    private static final String FLOW = """
            profiles: {p1: {A: one}, p2: {A: two}}
            ACTIVE
            env: {A: none}
            commands: [{shell: 'test -e mended && echo "$A" >>trace'}]
            """;

    @NewDesk
    private Desk desk;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            active_profile: p1 |              |    | p2 | one
                               |              |    | p2 | none
            active_profile: p1 | --profile p2 |    | p1 | two
            active_profile: p1 |              | p2 | p1 | two
            active_profile: p1 |              | p2 |    | two
            """)
    void noVariableChangesItAtAResume(String active, String option, String atStart, String atResume, String held)
            throws IOException {
        desk.file("flow.yml", flow(active));
        var line = "run flow.yml" + (option == null ? "" : " " + option);
        assertThat(in(atStart).call(line).exitCode()).isEqualTo(1);
        desk.file("mended", "");

        var resumed = in(atResume).call("resume last");

        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(trace()).containsExactly(held);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            active_profile: p1 | active_profile: p2 | one
            active_profile: p1 |                    | one
                               | active_profile: p2 | none
            """)
    void noEditChangesIt(String before, String now, String held) throws IOException {
        desk.file("flow.yml", flow(before));
        assertThat(desk.call("run flow.yml").exitCode()).isEqualTo(1);
        desk.file("flow.yml", flow(now));

        var failed = desk.call("resume last --accept-changes");
        desk.file("mended", "");
        var resumed = desk.call("resume last");

        assertThat(failed.err()).contains("NO_EFFECT", "a run keeps what it began with: active_profile\n");
        assertThat(resumed.exitCode()).as("%s", resumed).isZero();
        assertThat(trace()).containsExactly(held);
    }

    /// It holds for a called workflow where that has one of the name, however it was asked for.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            profiles: {q: {Z: 1}}                     | none
                                                      | none
            profiles: {p: {A: of-p}}                  | of-p
            profiles: {q: {A: of-q}}, active_profile: q | of-q
            """)
    void aVariableHoldsForCalledWorkflowsAsTheOptionDoes(String profiles, String seen) throws IOException {
        desk.file("flow.yml", "profiles: {p: {A: pa}}\ncommands: [{workflow: part.yml}]\n");
        var declared = profiles == null ? "" : profiles + ", ";
        desk.file("part.yml", "{" + declared + "commands: [{shell: 'echo \"${A:-none}\" >>trace'}]}\n");

        assertThat(desk.call("run flow.yml --profile p").exitCode()).isZero();
        var ended = in("p").call("run flow.yml");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(trace()).containsExactly(seen, seen);
    }

    @Test
    void aVariableThatTheCallSetsIsTheCalledWorkflows() throws IOException {
        desk.file("flow.yml", "commands: [{workflow: part.yml, env: {PRODIGY_PROFILE: p2}}]\n");
        desk.file("part.yml", flow("active_profile: p1")).file("mended", "");

        var ended = desk.call("run flow.yml");

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(trace()).containsExactly("two");
    }

    private Desk in(String profile) {
        return profile == null ? desk : desk.with("PRODIGY_PROFILE", profile);
    }

    private static String flow(String active) {
        return FLOW.replace("ACTIVE\n", active == null ? "" : active + "\n");
    }

    private List<String> trace() throws IOException {
        return Files.readAllLines(desk.folder().resolve("trace"));
    }

    /// What was asked for and does not hold is told.
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            profiles: {q: {Z: 1}, r: {Z: 2}}            | has q, r
            profiles: {q: {Z: 1}}, active_profile: q    | has q; its own `q` holds
            profiles: {p: {Z: 1}}                       | -
            env: {Z: 1}                                 | -
            """)
    void aCalledWorkflowWithoutTheProfileIsNamed(String child, String told) throws IOException {
        desk.file("child.yml", "{" + child + ", commands: ['true']}");
        desk.file("caller.yml", "{profiles: {p: {A: 1}}, commands: [{workflow: child.yml}]}");
        for (var command : new String[] {"run caller.yml --profile p", "plan caller.yml --profile p"}) {
            var said = desk.call(command);

            assertThat(said.exitCode()).as("%s", said).isZero();
            var all = said.out() + said.err();
            if (told == null) {
                assertThat(all).doesNotContain("UNDEFINED_REFERENCE");
            } else {
                assertThat(all)
                        .contains(
                                "UNDEFINED_REFERENCE",
                                "`child.yml` will be called without the profile `p`: it " + told);
            }
        }
        assertThat(desk.call("run caller.yml").err()).doesNotContain("UNDEFINED_REFERENCE");
    }

    @Test
    void aProfileThatDoesNotGetThroughIsNamed() throws IOException {
        desk.file("child.yml", "{profiles: {p: {Z: 1}}, commands: ['true']}");
        desk.file("middle.yml", "{commands: [{workflow: child.yml}]}");
        desk.file("caller.yml", "{profiles: {p: {A: 1}}, commands: [{workflow: middle.yml}]}");

        assertThat(desk.call("run caller.yml --profile p").err())
                .contains("`child.yml` will be called without the profile `p`: what calls it has none of that name");
    }
}
