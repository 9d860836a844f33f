package dev.prodigy.runtime.run;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// The secrets of the workflows that a run's steps will run, which read them only then: the run keeps them secret from
/// its beginning, when it stores the texts of these workflows (spec 00, promise 6). What a command will print is not
/// known before.
final class CalledSecrets {
    private CalledSecrets() {}

    static Set<String> of(RunnableWorkflow workflow, RunRequest.Host host) {
        var secrets = new HashSet<String>();
        workflow.children().values().forEach(child -> {
            if (!child.workflow().header().environment().secrets().isEmpty()) {
                var request = new RunRequest(child, Map.of(), RunOptions.DEFAULT);
                secrets.addAll(InputReading.withoutCommands(host).secrets(request));
            }
            secrets.addAll(of(child, host));
        });
        return secrets;
    }
}
