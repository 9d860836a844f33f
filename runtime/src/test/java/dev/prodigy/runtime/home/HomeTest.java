package dev.prodigy.runtime.home;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HomeTest {
    private static final Path USER = Path.of("/home/ann");
    private static final RunId RUN = new RunId("graph-20260131T120000123-abc123");

    @ParameterizedTest
    @CsvSource(textBlock = """
            ,          /home/ann/.prodigy
            '',        /home/ann/.prodigy
            /srv/p,    /srv/p
            p/../q,    /work/q
            """)
    void theHomeComesFromTheVariableOrLiesBelowTheUsersHome(String variable, Path root) {
        assertThat(Home.locate(variable, USER, Path.of("/work")).root()).isEqualTo(root);
    }

    /// The home may have been moved since; what is not the worktree of a run is nothing of the home's.
    @ParameterizedTest
    @CsvSource(textBlock = """
            /old/worktrees/app/graph-20260131T120000123-abc123, /h/worktrees/app/graph-20260131T120000123-abc123
            /h/worktrees/app/graph-20260131T120000123-abc123,   /h/worktrees/app/graph-20260131T120000123-abc123
            /old/worktrees/web/graph-20260131T120000123-abc123, /old/worktrees/web/graph-20260131T120000123-abc123
            /src/worktrees/app/sub,                             /src/worktrees/app/sub
            /,                                                  /
            """)
    void aWorktreeIsWhereTheHomeIs(String recorded, String now) {
        assertThat(new Home(Path.of("/h")).worktreeNow("app", recorded)).isEqualTo(now);
    }

    @Test
    void everyPathIsTheOneOfTheLayout() {
        var home = new Home(Path.of("/h"));
        assertThat(List.of(
                        home.homeFile(),
                        home.config(),
                        home.repo("app"),
                        home.events("app", RUN),
                        home.runLock("app", RUN),
                        home.state("app", RUN),
                        home.state("app", new RunId("workflow-20260131T120000123-abc123")),
                        home.dlq("app", RUN),
                        home.session(RUN),
                        home.logs("app", RUN),
                        home.artifacts("app", RUN),
                        home.control(RUN),
                        home.worktrees("app"),
                        home.template("t"),
                        home.locks(),
                        home.tmp()))
                .map(Path::toString)
                .containsExactly(
                        "/h/home.json",
                        "/h/config.yml",
                        "/h/repos/app.json",
                        "/h/events/app/graph-20260131T120000123-abc123",
                        "/h/events/app/graph-20260131T120000123-abc123/run.lock",
                        "/h/state/app/graph/jobs/graph-20260131T120000123-abc123",
                        "/h/state/app/standard/jobs/workflow-20260131T120000123-abc123",
                        "/h/dlq/app/graph-20260131T120000123-abc123",
                        "/h/sessions/graph-20260131T120000123-abc123.json",
                        "/h/logs/app/graph-20260131T120000123-abc123",
                        "/h/artifacts/app/graph-20260131T120000123-abc123",
                        "/h/control/graph-20260131T120000123-abc123",
                        "/h/worktrees/app",
                        "/h/templates/t",
                        "/h/locks",
                        "/h/tmp");
    }
}
