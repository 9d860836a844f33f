package dev.prodigy.model.workflow;

import dev.prodigy.model.step.Step;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A workflow as it will run: every default filled in, every spelling resolved (spec 00).
public sealed interface Workflow {

    /// @return what every mode has
    Header header();

    /// @return the mode's name in files, run ids and events
    Mode mode();

    /// A list of steps.
    record Standard(Header header, List<Step> commands) implements Workflow {
        public Standard {
            commands = List.copyOf(commands);
        }

        @Override
        public Mode mode() {
            return Mode.STANDARD;
        }
    }

    /// Setup, map, reduce, merge (spec 03).
    ///
    /// @param setup null = none
    /// @param captures of setup's steps
    /// @param reduce null = none
    /// @param handlers custom failure handlers by name
    record MapReduce(
            Header header,
            @Nullable PhaseSteps setup,
            List<SetupCapture> captures,
            MapPhase map,
            @Nullable PhaseSteps reduce,
            Map<String, ItemHandler> handlers)
            implements Workflow {
        @Override
        public Mode mode() {
            return Mode.MAPREDUCE;
        }
    }

    /// The kinds of workflow.
    enum Mode {
        STANDARD,
        MAPREDUCE,
        GRAPH;

        /// @return the mode's name in files and events
        public String word() {
            return switch (this) {
                case STANDARD -> "standard";
                case MAPREDUCE -> "mapreduce";
                case GRAPH -> "graph";
            };
        }
    }
}
