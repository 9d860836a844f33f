package dev.prodigy.lang.decode.workflow;

import dev.prodigy.lang.decode.Booleans;
import dev.prodigy.lang.decode.Given;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Keyed;
import dev.prodigy.lang.decode.Lists;
import dev.prodigy.lang.decode.Section;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.decode.Sizes;
import dev.prodigy.lang.decode.Texts;
import dev.prodigy.lang.decode.Unknown;
import dev.prodigy.lang.decode.Words;
import dev.prodigy.lang.decode.step.StepList;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.model.workflow.WorktreeOptions;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// `worktree` (spec 03 §9).
final class WorktreeShape {
    private enum Reuse {
        CLEAN,
        KEEP_IGNORED
    }

    private static final Shape<String> NAME = Given.text(Texts.STRING, null);
    private static final Key<String> BASE =
            Key.of("base", NAME, "Commit to start from.").byDefault("HEAD").inherited();
    private static final Key<String> TARGET =
            Key.of("target", NAME, "Local branch to merge into; by default the one checked out.");
    private static final Key<List<String>> INCLUDE =
            Key.of("include", Lists.oneOrMany(NAME), "Ignored files that are copied; by default .worktreeinclude.");
    private static final Key<List<Step>> SETUP =
            Key.of("setup", new Section<>("worktree", StepList.named("setup")), "Steps run in each new worktree.");
    private static final Key<Reuse> REUSE = Key.of(
                    "reuse", Words.of("reuse", Reuse.class), "How a slot is reset between items.")
            .byDefault("clean");
    private static final Key<Long> MAX_DISK = Key.of("max_disk", Sizes.SIZE, "Bytes that all slots may take.");
    private static final Key<Boolean> SUBMODULES = Key.of(
                    "submodules", Booleans.BOOLEAN, "Whether submodules are checked out.")
            .byDefault(false);
    private static final Key<Boolean> KEEP_SLOTS = Key.of(
                    "keep_slots", Booleans.BOOLEAN, "Whether slots stay for later runs.")
            .byDefault(false);

    private static final KeySet KEYS = KeySet.of(BASE, TARGET, INCLUDE, SETUP, REUSE, MAX_DISK, SUBMODULES, KEEP_SLOTS);

    static final Keyed<WorktreeOptions> WORKTREE = Keyed.of(
            "a map of worktree options",
            Unknown.WARNING,
            KEYS,
            entries -> new WorktreeOptions(
                    entries.get(BASE),
                    entries.get(TARGET),
                    entries.get(INCLUDE),
                    entries.get(SETUP, List.of()),
                    entries.get(REUSE, Reuse.CLEAN) == Reuse.KEEP_IGNORED,
                    entries.get(MAX_DISK),
                    entries.get(SUBMODULES, false),
                    entries.get(KEEP_SLOTS, false)));

    private WorktreeShape() {}

    /// @param written the normal form of the options, or null
    /// @return the same with every default that does not hang on the repository
    static Value.Fields explained(@Nullable Value written) {
        var options = written instanceof Value.Fields map ? map : new Value.Fields(Map.of());
        var filled = new FieldsWriter();
        for (var key : KEYS.keys()) {
            var own = options.get(key.name());
            filled.put(key.name(), own == null ? key.byDefault() : own);
        }
        return filled.done();
    }
}
