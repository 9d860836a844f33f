package dev.prodigy.lang.lint;

import dev.prodigy.model.env.EnvEntry;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.workflow.Workflow;
import java.util.Map;
import java.util.stream.Stream;

/// SECRET_IN_FILE: an environment entry marked `secret` whose value stands in the file for everybody to read.
/// Literals under `secrets` are noted where they are decoded.
final class LiteralSecrets implements Check {
    @Override
    public void check(Workflow workflow, Report report) {
        var environment = workflow.header().environment();
        Stream.of(
                        Stream.of(environment.env()),
                        environment.profiles().values().stream(),
                        report.steps().stream().map(LiteralSecrets::own))
                .flatMap(entries -> entries)
                .forEach(entries -> entries.values().forEach(entry -> check(entry, report)));
    }

    private static Map<String, EnvEntry> own(Step step) {
        return step.options().surroundings().env();
    }

    private static void check(EnvEntry entry, Report report) {
        if (entry instanceof EnvEntry.Phrase(var text, boolean secret)
                && secret
                && !text.source().isEmpty()
                && text.source().indexOf('$') < 0) {
            report.warn(
                    ProblemCode.SECRET_IN_FILE,
                    report.at(text.span()),
                    "the secret stands in the file for everybody who can read it",
                    "Take it from the environment or a file, under secrets.");
        }
    }
}
