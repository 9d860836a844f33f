package dev.prodigy.runtime.git.merge;

import dev.prodigy.runtime.git.GitCode;
import dev.prodigy.runtime.git.GitCommand;
import dev.prodigy.runtime.git.ItemAttempt;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.Repository;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// Recovery's question: which merges whose intent was journaled did take place? Those whose merge commit is in the
/// first-parent history of the session branch; trailers in agents' own commits, which are never there, mean nothing
/// (spec 03 §10).
public final class MergedItems {
    private MergedItems() {}

    /// @param base where the session began
    /// @param tip of the session branch
    /// @param wanted attempts with an intent and no result
    /// @return those that were merged, with their merge commits
    /// @throws GitFailure GIT_ERROR
    public static Map<ItemAttempt, ObjectId> among(
            Repository repository, ObjectId base, ObjectId tip, Set<ItemAttempt> wanted) {
        var merged = new HashMap<ItemAttempt, ObjectId>();
        if (wanted.isEmpty()) {
            return merged;
        }
        var log = GitCommand.at(repository.checkout(), "log", "--first-parent", "--merges", "--no-show-signature")
                .and("--format=%H " + value(Trailers.RUN) + " " + value(Trailers.ITEM) + " " + value(Trailers.ATTEMPT))
                .and(tip.hex(), "^" + base.hex());
        repository.git().run(log).orThrow(GitCode.GIT_ERROR).output().lines().forEach(line -> {
            String[] word = line.split(" ", -1);
            if (word.length == 4 && word[3].matches("\\d{1,9}")) {
                var attempt = new ItemAttempt(word[1], word[2], Integer.parseInt(word[3]));
                if (wanted.contains(attempt)) {
                    merged.put(attempt, new ObjectId(word[0]));
                }
            }
        });
        return merged;
    }

    private static String value(String key) {
        return "%(trailers:key=" + key + ",valueonly,separator=%x2C)";
    }
}
