package dev.prodigy.lang.decode.workflow;

import dev.prodigy.lang.decode.Booleans;
import dev.prodigy.lang.decode.Durations;
import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Keyed;
import dev.prodigy.lang.decode.Maps;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Settings;
import dev.prodigy.lang.decode.Unknown;
import dev.prodigy.lang.decode.Words;
import dev.prodigy.lang.decode.policy.RetryShape;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.policy.RetryBlock;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.text.Setting;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.MapTimeouts;
import java.time.Duration;
import java.util.Map;
import java.util.SequencedMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// `map.timeout_config` (spec 02 §10).
///
/// @param retry item retries, more specific than every other block; null = not written
/// @param agent limit of an item, or null
record TimeoutsShape(
        MapTimeouts timeouts,
        @Nullable RetryBlock retry,
        @Nullable Setting<Duration> agent) {
    /// Nothing written.
    static final TimeoutsShape NONE = new TimeoutsShape(MapTimeouts.NONE, null, null);

    /// The limit of an item, in `map` and in `timeout_config`.
    static final Key<Setting<Duration>> AGENT_TIMEOUT = Key.of(
            "agent_timeout_secs",
            Settings.ofRun(Durations.SECONDS),
            "Limit of an item, its retries and waits included.");

    private static final Pattern COMMAND = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*");
    private static final Duration GRACE_BY_DEFAULT = Duration.ofSeconds(30);
    private static final Key<RetryBlock> RETRY_CONFIG = Key.of(
                    "retry_config", RetryShape.ITEM, "How often a failed item is tried again.")
            .or("retry");
    private static final Words<MapTimeouts.Policy> POLICIES = Words.of("timeout policy", MapTimeouts.Policy.class)
            .or("PerAgent", MapTimeouts.Policy.PER_AGENT)
            .or("PerCommand", MapTimeouts.Policy.PER_COMMAND)
            .or("Hybrid", MapTimeouts.Policy.HYBRID);
    private static final Key<MapTimeouts.Policy> POLICY = Key.of(
            "timeout_policy",
            POLICIES,
            "Which of the limits hold: by default per_agent, hybrid where there are command_timeouts.");
    private static final Key<SequencedMap<String, Duration>> COMMANDS = Key.of(
            "command_timeouts",
            new Maps<>(
                    "a map of limits by kind of step",
                    TimeoutsShape::checkCommand,
                    Schemas.ANYTHING,
                    Durations.SECONDS),
            "Limits of executions by kind of step, or by kind and number such as claude_0.");
    private static final Key<MapTimeouts.Action> ACTION = Key.of(
            "timeout_action",
            Words.of("timeout action", MapTimeouts.Action.class)
                    .or("Dlq", MapTimeouts.Action.DLQ)
                    .or("Skip", MapTimeouts.Action.SKIP)
                    .or("Fail", MapTimeouts.Action.FAIL)
                    .or("GracefulTerminate", MapTimeouts.Action.GRACEFUL_TERMINATE),
            "What becomes of an item that ran out of time.");
    private static final Key<Duration> GRACE = Key.of(
                    "cleanup_grace_period_secs", Durations.SECONDS, "Time between TERM and KILL.")
            .byDefault("30s");
    private static final Key<Boolean> MONITOR = Key.of(
                    "enable_monitoring", Booleans.BOOLEAN, "Whether a warning is raised at 80 %.")
            .byDefault(true);

    static final Keyed<TimeoutsShape> TIMEOUT_CONFIG = Keyed.of(
            "a map of limits",
            Unknown.WARNING,
            KeySet.of(RETRY_CONFIG, AGENT_TIMEOUT, POLICY, COMMANDS, ACTION, GRACE, MONITOR),
            TimeoutsShape::of);

    private static TimeoutsShape of(Entries entries) {
        var retry = entries.get(RETRY_CONFIG);
        var agent = entries.get(AGENT_TIMEOUT);
        var written = entries.get(COMMANDS);
        var commands = written == null ? Map.<String, Duration>of() : written;
        // who writes nothing but limits of commands wants them to hold
        var usual = commands.isEmpty() ? MapTimeouts.Policy.PER_AGENT : MapTimeouts.Policy.HYBRID;
        var timeouts = new MapTimeouts(
                agent,
                entries.get(POLICY, usual),
                commands,
                entries.get(ACTION),
                entries.get(GRACE, GRACE_BY_DEFAULT),
                entries.get(MONITOR, true));
        return new TimeoutsShape(timeouts, retry, agent);
    }

    /// @return the limits with the one that stands in `map` itself
    MapTimeouts with(@Nullable Setting<Duration> agentBeside) {
        return new MapTimeouts(
                agent == null ? agentBeside : agent,
                timeouts.policy(),
                timeouts.commands(),
                timeouts.action(),
                timeouts.grace(),
                timeouts.monitor());
    }

    /// @param written the normal form of a `timeout_config`
    /// @param timeouts what it means
    /// @return the same with the policy that follows from what is written
    static Value.Fields explained(Value.Fields written, MapTimeouts timeouts) {
        return new FieldsWriter()
                .putAll(written)
                .put(POLICY.name(), POLICIES.written(timeouts.policy()))
                .done();
    }

    private static void checkCommand(Node.Entry entry, Place place) {
        if (!COMMAND.matcher(entry.key()).matches()) {
            var message = "expected a kind of step such as shell or claude_0, found \"" + entry.key() + "\"";
            place.error(ProblemCode.INVALID_VALUE, entry.keySpan(), message);
        }
    }
}
