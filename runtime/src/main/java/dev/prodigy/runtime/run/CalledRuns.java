package dev.prodigy.runtime.run;

import dev.prodigy.engine.run.RunState;
import dev.prodigy.model.event.EndEvent;
import dev.prodigy.runtime.home.Home;
import dev.prodigy.runtime.home.RunId;
import dev.prodigy.runtime.home.RunRef;

/// The runs that steps of a run have started and that go on with it: they are looked at before anything goes on (spec
/// 05 §9).
record CalledRuns(Home home, String repo) {

    /// @param state of a run that is to go on
    /// @throws RunRefused with exit 2 where one of the runs that it started would read a mask
    void check(RunnableWorkflow workflow, RunState state) {
        for (var id : state.ledger().children()) {
            var child = ChildJournal.read(home, new RunRef(repo, new RunId(id)));
            if (child != null && child.started() != null && !(child.terminal() instanceof EndEvent.Completed)) {
                var file = child.started().workflowFile();
                workflow.children().values().stream()
                        .filter(called -> called.path() != null && called.path().equals(file))
                        .findFirst()
                        .ifPresent(called -> {
                            MaskedResults.check(called.workflow(), true, child, Reopened.RESUME);
                            check(called, child);
                        });
            }
        }
    }
}
