package dev.prodigy.runtime.git.merge;

import dev.prodigy.runtime.git.ItemAttempt;

/// The trailers by which prodigy recognises its own merge commits (spec 03 §10, §11).
final class Trailers {
    static final String RUN = "Prodigy-Run";
    static final String ITEM = "Prodigy-Item";
    static final String ATTEMPT = "Prodigy-Attempt";

    private Trailers() {}

    /// @return the message of an item's merge commit
    static String itemMessage(ItemAttempt item, String subject) {
        String title = "Merge " + item.itemId() + (subject.isEmpty() ? "" : ": " + subject);
        return title + "\n\n" + line(RUN, item.runId()) + line(ITEM, item.itemId())
                + line(ATTEMPT, Integer.toString(item.attempt()));
    }

    /// @return the message of the merge of a run into the user's branch
    static String runMessage(String runId, String target) {
        return "Merge prodigy/" + runId + " into " + target + "\n\n" + line(RUN, runId);
    }

    private static String line(String key, String value) {
        return key + ": " + value + "\n";
    }
}
