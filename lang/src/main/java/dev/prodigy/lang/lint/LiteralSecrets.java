package dev.prodigy.lang.lint;

import dev.prodigy.model.env.EnvEntry;
import dev.prodigy.model.env.SecretNames;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.workflow.Workflow;
import java.util.Map;
import java.util.stream.Stream;

/// SECRET_IN_FILE: an environment entry that is secret, by its mark or its name (spec 02 §11), whose value stands in
/// the file for everybody to read. Literals under `secrets` are noted where they are decoded.
final class LiteralSecrets implements Check {
    @Override
    public void check(Workflow workflow, Report report) {
        var environment = workflow.header().environment();
        Stream.of(
                        Stream.of(environment.env()),
                        environment.profiles().values().stream(),
                        report.steps().stream().map(LiteralSecrets::own))
                .flatMap(entries -> entries)
                .forEach(entries -> entries.forEach((name, entry) -> check(name, entry, report)));
    }

    private static Map<String, EnvEntry> own(Step step) {
        return step.options().surroundings().env();
    }

    private static void check(String name, EnvEntry entry, Report report) {
        if (entry instanceof EnvEntry.Phrase(var text, boolean secret)
                && (secret || isSecretByName(name, text.source()))
                && !text.source().isEmpty()
                && text.source().indexOf('$') < 0) {
            report.warn(
                    ProblemCode.SECRET_IN_FILE,
                    report.at(text.span()),
                    "the secret stands in the file for everybody who can read it",
                    "Take it from the environment or a file, under secrets.");
        }
    }

    private static boolean isSecretByName(String name, String value) {
        return !SecretNames.STANDARD.secretsIn(Map.of(name, value)).isEmpty();
    }
}
