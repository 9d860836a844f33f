package dev.prodigy.lang.decode.workflow;

import dev.prodigy.lang.decode.Booleans;
import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.Expressions;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Keyed;
import dev.prodigy.lang.decode.Lists;
import dev.prodigy.lang.decode.Numbers;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Section;
import dev.prodigy.lang.decode.Settings;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.decode.Unknown;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.text.Expression;
import dev.prodigy.model.text.Setting;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.Canary;
import dev.prodigy.model.workflow.Isolation;
import dev.prodigy.model.workflow.ItemInput;
import dev.prodigy.model.workflow.MapPhase;
import dev.prodigy.model.workflow.MapTimeouts;
import dev.prodigy.model.workflow.OnConflict;
import dev.prodigy.model.workflow.SortKey;
import dev.prodigy.model.workflow.Workflow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// `map` with the error policy that stands in it (spec 03 §1, §3–§6).
///
/// @param phase with nothing where its input or its steps could not be read, which has been reported
/// @param isComplete whether it has both
/// @param policy of this level, the retries of `timeout_config` included
/// @param entries for further checks
record MapShape(MapPhase phase, boolean isComplete, PolicyBlock policy, Entries entries) {
    private static final ItemInput NO_ITEMS = new ItemInput.Listed(List.of());

    /// Stands for a phase of which nothing could be read.
    static final MapPhase NOTHING = new MapPhase(
            NO_ITEMS,
            new MapPhase.Selection(null, null, List.of(), List.of(), null, null, null),
            null,
            null,
            null,
            List.of(),
            MapTimeouts.NONE,
            null,
            false,
            new OnConflict.Fail());

    private static final Shape<Integer> COUNT = Numbers.integer(0, Integer.MAX_VALUE);
    private static final Shape<Integer> POSITIVE = Numbers.integer(1, Integer.MAX_VALUE);
    private static final Key<ItemInput> INPUT = Key.of("input", ItemInputShape.INPUT, "Where the items come from.");
    private static final Key<String> JSON_PATH =
            Key.of("json_path", JsonPaths.JSON_PATH, "Which nodes of the document are items.");
    private static final Key<Expression> FILTER =
            Key.of("filter", Expressions.FIELDS, "Keeps the items for which it is true.");
    private static final Key<List<SortKey>> SORT_BY = Key.of("sort_by", SortKeys.SORT_BY, "The order of the items.");
    private static final Key<List<Expression>> DISTINCT =
            Key.of("distinct", Lists.oneOrMany(Expressions.FIELDS), "Keeps the first item of each value.");
    private static final Key<Setting<Integer>> OFFSET = Key.of("offset", Settings.ofRun(COUNT), "Drops so many items.")
            .byDefault(0)
            .inherited();
    private static final Key<Setting<Integer>> MAX_ITEMS =
            Key.of("max_items", Settings.ofRun(COUNT), "Keeps at most so many items.");
    private static final Key<Expression> ITEM_KEY = Key.of("item_key", Expressions.FIELDS, "What identifies an item.");
    private static final Key<Setting<Integer>> BATCH_SIZE =
            Key.of("batch_size", Settings.ofRun(POSITIVE), "So many items make one work item.");
    private static final Key<Canary> CANARY =
            Key.of("canary", CanaryShape.CANARY, "Items that run before the rest may.");
    private static final Key<Setting<Integer>> MAX_PARALLEL = Key.of(
                    "max_parallel", Settings.ofRun(Numbers.integer(1, 1000)), "Items at once.")
            .byDefault(MapPhase.DEFAULT_PARALLEL)
            .inherited();
    private static final Key<List<Step>> AGENT_TEMPLATE =
            Key.of("agent_template", new Section<>("map", AgentTemplate.STEPS), "The steps of each item.");
    private static final Key<TimeoutsShape> TIMEOUT_CONFIG =
            Key.of("timeout_config", TimeoutsShape.TIMEOUT_CONFIG, "Limits of items and their steps.");
    private static final Key<OnConflict> ON_CONFLICT = Key.of(
                    "on_conflict",
                    new Section<>("map", OnConflictShape.OF_ITEMS),
                    "What is done about a merge conflict.")
            .byDefault("fail");
    private static final Key<Boolean> COMMIT_REQUIRED = Key.of(
                    "commit_required", Booleans.BOOLEAN, "An item as a whole must bring a commit.")
            .byDefault(false);
    private static final KeySet KEYS = KeySet.of(
                    INPUT,
                    JSON_PATH,
                    FILTER,
                    SORT_BY,
                    DISTINCT,
                    OFFSET,
                    MAX_ITEMS,
                    ITEM_KEY,
                    BATCH_SIZE,
                    CANARY,
                    MAX_PARALLEL,
                    AGENT_TEMPLATE,
                    TimeoutsShape.AGENT_TIMEOUT,
                    TIMEOUT_CONFIG,
                    COMMIT_REQUIRED,
                    ON_CONFLICT,
                    HeaderKeys.ISOLATION)
            .and(PolicyBlock.KEYS);

    static final Keyed<MapShape> MAP =
            Keyed.of("a map phase: {input, agent_template, …}", Unknown.WARNING, KEYS, MapShape::of);

    /// The JSON Schema of a map phase of which no other file brings a part.
    static final Value.Fields COMPLETE = Schemas.required(INPUT.name(), AGENT_TEMPLATE.name());

    private static MapShape of(Entries entries) {
        var policy = PolicyBlock.read(entries);
        var timeouts = entries.get(TIMEOUT_CONFIG, TimeoutsShape.NONE);
        var agentTimeout = entries.get(TimeoutsShape.AGENT_TIMEOUT);
        if (agentTimeout != null && timeouts.agent() != null) {
            var key = TimeoutsShape.AGENT_TIMEOUT;
            var message = "\"agent_timeout_secs\" stands in \"timeout_config\" already";
            entries.at(key).error(ProblemCode.CONFLICTING_KEYS, entries.keySpan(key), message);
        }
        var input = entries.required(INPUT);
        var selection = new MapPhase.Selection(
                entries.get(JSON_PATH),
                entries.get(FILTER),
                entries.get(SORT_BY, List.of()),
                entries.get(DISTINCT, List.of()),
                entries.get(OFFSET),
                entries.get(MAX_ITEMS),
                entries.get(ITEM_KEY));
        var template = entries.required(AGENT_TEMPLATE);
        var phase = new MapPhase(
                input == null ? NO_ITEMS : input,
                selection,
                entries.get(BATCH_SIZE),
                entries.get(CANARY),
                entries.get(MAX_PARALLEL),
                template == null ? List.of() : template,
                timeouts.with(agentTimeout),
                entries.get(HeaderKeys.ISOLATION),
                entries.get(COMMIT_REQUIRED, false),
                entries.get(ON_CONFLICT, new OnConflict.Fail()));
        boolean isComplete = input != null && template != null;
        return new MapShape(phase, isComplete, policy.withRetry(timeouts.retry()), entries);
    }

    /// @param map the normal form of a map phase
    /// @return the same, where what it leaves to other levels stands as it is when they say nothing either
    static Value.Fields explained(Value.Fields map, Workflow.MapReduce job) {
        var members = new LinkedHashMap<>(map.members());
        Stream.of(OFFSET, MAX_PARALLEL)
                .filter(key -> key.byDefault() != null)
                .forEach(key -> members.putIfAbsent(key.name(), key.byDefault()));
        if (job.header().isolation() != null) {
            members.putIfAbsent(
                    HeaderKeys.ISOLATION.name(),
                    HeaderKeys.ISOLATIONS.written(job.header().isolation()));
        }
        members.computeIfPresent(
                PolicyBlock.KEY.name(),
                (_, written) -> PolicyBlock.explained(written, job.header().errorPolicy()));
        if (members.get(INPUT.name()) instanceof Value.Fields input) {
            members.put(INPUT.name(), ItemInputShape.explained(input));
        }
        if (members.get(TIMEOUT_CONFIG.name()) instanceof Value.Fields timeouts) {
            members.put(
                    TIMEOUT_CONFIG.name(),
                    TimeoutsShape.explained(timeouts, job.map().timeouts()));
        }
        return new Value.Fields(members);
    }

    /// Reports what cannot work when items share a directory, where commits cannot be told apart (spec 03 §1), and
    /// slots for the items of a run in place, whose commits had no branch to go to.
    ///
    /// @param workflow the isolation of the whole workflow, or null
    void checkIsolation(@Nullable Isolation workflow) {
        if (workflow == Isolation.NONE && phase.isolation() == Isolation.WORKTREE) {
            entries.at(HeaderKeys.ISOLATION)
                    .error(
                            ProblemCode.CONFLICTING_KEYS,
                            entries.keySpan(HeaderKeys.ISOLATION),
                            "items cannot have worktrees in a run without one: their commits are merged into its branch",
                            "Use isolation: worktree for the whole workflow, or isolation: none here too.");
            return;
        }
        var items = phase.isolation() == null ? workflow : phase.isolation();
        if (items != Isolation.NONE) {
            return;
        }
        refuse(COMMIT_REQUIRED, phase.commitRequired());
        refuse(ON_CONFLICT, !(phase.onConflict() instanceof OnConflict.Fail));
        boolean alone = phase.maxParallel() instanceof Setting.Fixed<Integer>(var n) && n == 1;
        if (!alone) {
            phase.committingSteps().forEach(step -> AgentTemplate.refuseCommits(step, entries.place()));
        }
    }

    private void refuse(Key<?> key, boolean used) {
        if (used) {
            var message = "\"" + key.name() + "\" needs isolation: items that share a directory share their commits";
            entries.at(key)
                    .error(ProblemCode.CONFLICTING_KEYS, entries.keySpan(key), message, "Use isolation: worktree.");
        }
    }
}
