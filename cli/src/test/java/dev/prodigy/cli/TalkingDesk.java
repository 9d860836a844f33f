package dev.prodigy.cli;

import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;

/// A desk with a workflow that prints, and of which one step fails and is tolerated.
abstract class TalkingDesk {
    @NewDesk
    Desk desk;

    @BeforeEach
    void aWorkflowThatPrints() throws IOException {
        desk.file("flow.yml", """
                name: talk
                commands:
                  - shell: "echo said"
                    name: Say ${ARG:-it}
                  - shell: "exit 3"
                    id: third
                    continue_on_error: true
                """);
    }
}
