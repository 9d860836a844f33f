package dev.prodigy.runtime.run.merge;

import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Members;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.git.ObjectId;
import dev.prodigy.runtime.git.change.SessionCommits;
import dev.prodigy.runtime.run.stage.RunParts;
import dev.prodigy.runtime.workspace.GitWorkspace;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What the merge phase's steps, those that resolve a conflict included, can read of it as `merge.…` (spec 03 §11).
final class MergeMembers {
    /// How many commits are described.
    static final int NEWEST = 100;

    private static final int FILES = 500;

    private MergeMembers() {}

    /// @param commits what the session has and the target has not
    static Members of(RunParts run, GitWorkspace workspace, String target, SessionCommits commits) {
        var members = new LinkedHashMap<String, Binding>();
        put(members, "source_branch", Value.of(workspace.branch()));
        put(members, "target_branch", Value.of(target));
        put(members, "session_id", Value.of(run.id().text()));
        put(members, "worktree", Value.of(workspace.sessionPath()));
        put(members, "repository", Value.of(workspace.checkout().toString()));
        put(members, "commits", newest(commits));
        put(members, "commit_count", Value.of(commits.ids().size()));
        var ids = commits.ids().stream().map(ObjectId::hex).toList();
        put(members, "commit_ids", Value.of(String.join(", ", ids)));
        var files = commits.files().subList(0, Math.min(FILES, commits.files().size()));
        put(members, "modified_files", Value.ofTexts(files));
        put(members, "file_count", Value.of(commits.files().size()));
        put(members, "file_list", Value.of(String.join(", ", commits.files())));
        return Members.of(members);
    }

    private static Value newest(SessionCommits commits) {
        List<Value> entries = commits.newest().stream()
                .<Value>map(each -> new FieldsWriter()
                        .put("id", each.id().hex())
                        .put("message", each.subject())
                        .put("author", each.author())
                        .put("timestamp", each.time())
                        .done())
                .toList();
        return new Value.Items(entries);
    }

    private static void put(Map<String, Binding> members, String name, Value value) {
        members.put(name, Binding.data(value));
    }
}
