package dev.prodigy.lang.decode.step;

import dev.prodigy.lang.decode.Booleans;
import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Keyed;
import dev.prodigy.lang.decode.Lists;
import dev.prodigy.lang.decode.Patterns;
import dev.prodigy.lang.decode.Texts;
import dev.prodigy.lang.decode.Unknown;
import dev.prodigy.model.step.Commits;
import dev.prodigy.model.text.Text;
import java.util.List;

/// What a step must or will commit (spec 01 §3, 03 §9).
final class CommitKeys {
    private static final Key<Boolean> COMMIT_REQUIRED = Key.of(
                    "commit_required", Booleans.MAYBE, "The step must have moved HEAD forward to a different tree.")
            .byDefault(false);
    private static final Key<Boolean> AUTO_COMMIT = Key.of(
                    "auto_commit", Booleans.MAYBE, "Changes are committed after success.")
            .byDefault(false);
    private static final Key<Text> MESSAGE = Key.of("message_template", Texts.TEXT, "The message of the commit.");
    private static final Key<Text> MESSAGE_PATTERN =
            Key.of("message_pattern", Patterns.FILLED_REGEX, "What the message of every new commit must match.");
    private static final Key<Text> AUTHOR = Key.of("author", Texts.TEXT, "Name <mail> of the commit's author.");
    private static final Key<Boolean> SIGN =
            Key.of("sign", Booleans.BOOLEAN, "Whether the commit is signed.").byDefault(false);
    private static final Key<List<Text>> INCLUDE =
            Key.of("include_files", Lists.oneOrMany(Patterns.FILLED_GLOB), "Globs of the files that are committed.");
    private static final Key<List<Text>> EXCLUDE =
            Key.of("exclude_files", Lists.oneOrMany(Patterns.FILLED_GLOB), "Globs of the files that are not.");
    private static final Key<Boolean> SQUASH =
            Key.of("squash", Booleans.BOOLEAN, "The step's commits become one.").byDefault(false);
    private static final Keyed<Commits.Config> CONFIG = Keyed.of(
            "a map of commit options",
            Unknown.WARNING,
            KeySet.of(MESSAGE, MESSAGE_PATTERN, AUTHOR, SIGN, INCLUDE, EXCLUDE, SQUASH),
            entries -> new Commits.Config(
                    entries.get(MESSAGE),
                    entries.get(MESSAGE_PATTERN),
                    entries.get(AUTHOR),
                    entries.get(SIGN, false),
                    entries.get(INCLUDE, List.of()),
                    entries.get(EXCLUDE, List.of()),
                    entries.get(SQUASH, false)));
    private static final Key<Commits.Config> COMMIT_CONFIG = Key.of("commit_config", CONFIG, "How the step commits.");

    static final KeySet KEYS = KeySet.of(COMMIT_REQUIRED, AUTO_COMMIT, COMMIT_CONFIG);

    private CommitKeys() {}

    static Commits read(Entries entries) {
        return new Commits(
                entries.get(COMMIT_REQUIRED, false), entries.get(AUTO_COMMIT, false), entries.get(COMMIT_CONFIG));
    }
}
