package dev.prodigy.model.step;

import dev.prodigy.model.parameter.Parameter;
import dev.prodigy.model.text.Data;
import dev.prodigy.model.text.Text;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a step does (spec 01 §2). A new kind is a new record here and one branch in every switch over this type.
public sealed interface StepKind {

    /// @return the kind's name in workflow files, events and log names; of an agent step the agent's name
    String keyword();

    /// Runs a shell text; its exit status decides.
    record Shell(Text command) implements StepKind {
        @Override
        public String keyword() {
            return "shell";
        }
    }

    /// Asks an agent (spec 01 §11).
    ///
    /// @param agent name of the agent, `claude` or an entry of `agents:`
    /// @param model the model to use, or null for the agent's own
    /// @param args further arguments, put before the prompt
    record Agent(String agent, Text prompt, @Nullable Text model, List<Text> args) implements StepKind {
        public Agent {
            args = List.copyOf(args);
        }

        @Override
        public String keyword() {
            return agent;
        }
    }

    /// Runs steps once per item.
    ///
    /// @param parallel rounds at once, from 1
    /// @param continueOnError whether the other rounds run after one failed
    /// @param maxItems the first n items only, or null for all
    /// @param as name of the loop variable
    record Foreach(
            ForeachInput input,
            List<Step> body,
            int parallel,
            boolean continueOnError,
            @Nullable Integer maxItems,
            String as)
            implements StepKind {
        public Foreach {
            body = List.copyOf(body);
        }

        @Override
        public String keyword() {
            return "foreach";
        }
    }

    /// Writes a file atomically.
    ///
    /// @param mode permission bits
    /// @param createDirs whether missing parents are made
    record WriteFile(Text path, Data content, FileFormat format, int mode, boolean createDirs) implements StepKind {
        @Override
        public String keyword() {
            return "write_file";
        }
    }

    /// Only validates (spec 01 §6); the work to validate is an earlier step's.
    record Validate(Validation validation) implements StepKind {
        @Override
        public String keyword() {
            return "validate";
        }
    }

    /// Runs another workflow as a run of its own (spec 01 §12, 04 §5.8).
    ///
    /// @param target path or name, or an entry of `workflows`, as written
    /// @param file path of the workflow's file
    /// @param isEntry whether the target is an entry of `workflows`, whose name then gives the results too
    /// @param with inputs and parameters, those of the entry included
    /// @param outputs names the child must give; empty = whatever it gives
    record SubWorkflow(String target, String file, boolean isEntry, Map<String, Data> with, List<String> outputs)
            implements StepKind {
        public SubWorkflow {
            with = Collections.unmodifiableMap(new LinkedHashMap<>(with));
            outputs = List.copyOf(outputs);
        }

        @Override
        public String keyword() {
            return "workflow";
        }
    }

    /// The steps of a template, run here in their own parameter scope (spec 01 §12).
    ///
    /// @param template the template's name, for messages
    /// @param parameters as the template declares them; what they are given must be of their type, and allowed
    /// @param with what the caller gives, filled with the caller's names
    /// @param defaults values for the rest; each may refer to `with` and to those in front of it
    /// @param without parameters that have neither
    record Inline(
            String template,
            List<Parameter> parameters,
            Map<String, Data> with,
            SequencedMap<String, Data> defaults,
            Set<String> without,
            List<Step> body)
            implements StepKind {
        public Inline {
            parameters = List.copyOf(parameters);
            with = Map.copyOf(with);
            defaults = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(defaults));
            without = Set.copyOf(without);
            body = List.copyOf(body);
        }

        @Override
        public String keyword() {
            return "template";
        }
    }

    /// A kind that no longer does anything (`analyze`): always skipped.
    record Removed(String keyword) implements StepKind {}
}
