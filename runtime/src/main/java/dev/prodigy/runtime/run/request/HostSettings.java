package dev.prodigy.runtime.run.request;

import dev.prodigy.engine.redact.Redactor;
import dev.prodigy.model.env.SecretNames;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.home.Disk;
import dev.prodigy.runtime.journal.Durability;
import dev.prodigy.runtime.journal.JournalSettings;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// What is configured for all runs of a user or repository (spec 05 §4).
///
/// @param minFree `storage.min_free`: bytes of free space below which nothing starts
/// @param log `log_limit`: bytes of output kept per step and stream
/// @param rotate `storage.rotate_size`: bytes of a journal file
/// @param variables the lowest-ranking variables of every workflow
/// @param gitListener gets each git command before it runs; never blocks
public record HostSettings(
        long minFree,
        long log,
        long rotate,
        Durability durability,
        Redaction redaction,
        Map<String, Value> variables,
        Consumer<String> gitListener) {
    /// Nothing is configured.
    public static final HostSettings DEFAULT = new HostSettings(
            16L << 20, 64L << 20, 64L << 20, Durability.STRICT, new Redaction(List.of(), List.of()), Map.of(), _ -> {});

    public HostSettings {
        variables = Map.copyOf(variables);
    }

    /// What is masked beside what always is.
    ///
    /// @param names `redact.env_names`: globs of further names of secret variables
    /// @param patterns `redact.patterns`: regular expressions
    public record Redaction(List<String> names, List<String> patterns) {
        public Redaction {
            names = List.copyOf(names);
            patterns = List.copyOf(patterns);
        }

        /// @return which variables and entries are secret by their name
        public SecretNames secretNames() {
            return SecretNames.STANDARD.and(names);
        }
    }

    /// @return how journals are written
    public JournalSettings journal(Disk disk, InstantSource clock) {
        var usual = JournalSettings.defaults(disk, clock);
        return new JournalSettings(disk, clock, durability, rotate, usual.toSegments(), usual.pause());
    }

    /// @param declared values of secrets that a workflow declares
    /// @return what masks everything a run stores or shows
    public Redactor redactor(Map<String, String> environment, Collection<String> declared) {
        var values = new HashSet<>(redaction.secretNames().secretsIn(environment));
        values.addAll(declared);
        return Redactor.of(values, redaction.patterns());
    }
}
