package dev.prodigy.cli.run;

import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.workflow.WorkflowFiles;
import dev.prodigy.lang.decode.env.WrittenSecrets;
import dev.prodigy.lang.load.Loaded;
import dev.prodigy.model.value.Unstored;
import dev.prodigy.runtime.journal.WorkflowRecord;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;

/// What a run recorded of its workflow's files, to be read in the place of those that do not count themselves.
final class RecordedTexts {
    private final WorkflowFiles files;
    private final String label;
    private final WorkflowRecord recorded;
    private final boolean isPipedAgain;
    private final Map<String, String> masked = new TreeMap<>();

    /// @param files to be read
    /// @param label what messages call the main file
    /// @param isPipedAgain whether stdin has the workflow of a run that was started with stdin
    RecordedTexts(WorkflowFiles files, String label, WorkflowRecord recorded, boolean isPipedAgain) {
        this.files = files;
        this.label = label;
        this.recorded = recorded;
        this.isPipedAgain = isPipedAgain;
    }

    /// From now on they are read in the place of files that are gone.
    void replaceGone() {
        replace((file, _) -> !isThere(file));
    }

    /// From now on they are read in the place of files that are not what they were.
    void replaceChanged() {
        replace((file, text) -> !isThere(file) || !isTheSame(file, text));
    }

    /// A mask in the place of a secret is not the secret: no step may get it for one. Which other files a masked text
    /// names cannot always be read, so that where one is needed all are named.
    ///
    /// @param loaded of what is read now
    /// @param why the files do not count themselves
    /// @param stdin what to do where that was one of them
    /// @throws CommandFailure naming the files whose secrets were not stored, where it was loaded from one of them
    void requireWhole(Loaded loaded, String why, String stdin) {
        if (loaded.files().stream().map(files::absolute).anyMatch(masked.keySet()::contains)) {
            throw withheld(List.copyOf(masked.values()), why, stdin);
        }
    }

    private static CommandFailure withheld(List<String> lacking, String why, String stdin) {
        boolean one = lacking.size() == 1;
        var named = lacking.stream()
                .map(file -> file + " " + (isStdin(file) ? "was read from stdin" : why))
                .collect(Collectors.joining(", "));
        var them = one ? "it" : "them";
        return new CommandFailure(
                ExitCode.USAGE,
                "secret_withheld",
                named + ", and what is stored of " + them + " is without the secrets that stood in " + them,
                lacking.stream().anyMatch(RecordedTexts::isStdin)
                        ? stdin
                        : "Put the " + (one ? "file back as it was" : "files back as they were")
                                + " when the run began.");
    }

    private void replace(BiPredicate<String, String> which) {
        var texts = new TreeMap<>(recorded.files());
        texts.put(label, recorded.source());
        texts.forEach((file, text) -> {
            if (which.test(file, text)) {
                files.remember(file, text);
                if (recorded.withheld() && text.contains(Unstored.MASK)) {
                    masked.put(files.absolute(file), file);
                }
            }
        });
    }

    private boolean isThere(String file) {
        return (!isStdin(file) || isPipedAgain) && files.read(file) != null;
    }

    /// The record may be without the secrets that stand in the file, which steps need.
    private boolean isTheSame(String file, String text) {
        var now = files.text(file);
        return recorded.withheld() ? WrittenSecrets.isMaskOf(text, now) : text.equals(now);
    }

    private static boolean isStdin(String file) {
        return file.equals(WorkflowFiles.STDIN_LABEL);
    }
}
