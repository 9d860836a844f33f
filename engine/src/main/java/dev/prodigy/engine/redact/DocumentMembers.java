package dev.prodigy.engine.redact;

import java.util.Set;
import java.util.regex.Pattern;

/// Whose words the members of the program's own documents hold: events, records, plans, results. What is not named
/// here came from the world and is masked, names and all, so that a forgotten member shows too little, never too much.
///
/// A secret may be `item` or `completed`. A mask in a word that the program itself wrote would tell nobody less, and a
/// journal could not be folded any more.
final class DocumentMembers {
    /// Texts, or lists of them, that the program chose, counted or found out, and by which it finds its own again:
    /// states, ids, hashes, moments, places.
    private static final Set<String> WORDS = Set.of(
            "action",
            "action_id",
            "agent_id",
            "base_commit",
            "branch",
            "by",
            "category",
            "checkout",
            "child_run_id",
            "code",
            "codes",
            "commit",
            "commits",
            "correlation_id",
            "delay_source",
            "directory",
            "from_status",
            "head",
            "isolation",
            "item_id",
            "kind",
            "layer",
            "log",
            "log_dir",
            "marker",
            "masked",
            "merge",
            "merge_commit",
            "mode",
            "outcome",
            "parent_run_id",
            "pattern_type",
            "phase",
            "program",
            "recovered_by",
            "ref",
            "repo",
            "resolution",
            "retry_aborted",
            "role",
            "root_run_id",
            "run_id",
            "salvage_ref",
            "kept_directory",
            "scope",
            "segments",
            "signature",
            "stage",
            "status",
            "step_id",
            "strategy",
            "suggested_action",
            "target",
            "target_commit",
            "then",
            "timeout_scope",
            "timestamp",
            "tree",
            "until",
            "workflow_file",
            "workflow_hash",
            "worktree");

    /// Members that are words in one document and the world's text in others.
    private static final Set<String> WORDS_AT = Set.of(
            "after.step",
            "circuit_opened.key",
            "circuit_half_opened.key",
            "circuit_closed.key",
            "circuit_counted.key",
            "control_received.command",
            "error_clusters.items",
            "failure_patterns.items",
            "quota_paused.source",
            "setting_changed.key",
            "settings.base",
            "settings.profile",
            "steps.path",
            "sub_workflow.data",
            "workflow_started.path",
            "worktree_created.path",
            "worktree_created.name");

    /// Objects, and lists of them, of the program's own make.
    private static final Set<String> DOCUMENTS = Set.of(
            "after",
            "captured",
            "cause",
            "changes",
            "error",
            "error_clusters",
            "errors",
            "failure_patterns",
            "further",
            "handler_error",
            "history",
            "items",
            "left",
            "limits",
            "outcome",
            "overrides",
            "passes",
            "phases",
            "product",
            "projection",
            "result",
            "results",
            "sample",
            "settings",
            "stages",
            "steps",
            "sub_workflow",
            "usage",
            "parts",
            "warnings",
            "worst_case");

    /// Objects whose names the workflow's author chose; what stands under them came from the world.
    private static final Set<String> NAMED =
            Set.of("arguments", "captures", "error_types", "namespaces", "outputs", "params");

    private static final Pattern STEP_PATH = Pattern.compile("[a-z_]+(\\.[A-Za-z_-]+|\\[\\d+])*\\[\\d+]");

    private DocumentMembers() {}

    /// @param document an event's type, or the name of the member that the document is
    static boolean isWord(String document, String name) {
        return WORDS.contains(name) || name.endsWith("_at") || WORDS_AT.contains(document + "." + name);
    }

    /// Numbers are the program's own counts, but for what a step captured as one: in its end, and in what a list reacts
    /// to.
    static boolean isGiven(String document, String name) {
        return (document.equals("captured") || document.equals("result")) && name.equals("value");
    }

    /// A reason is a word of the program, or a sentence that may quote.
    static boolean isReason(String name, String text) {
        return name.equals("reason") && text.chars().allMatch(c -> c == '_' || (c >= 'a' && c <= 'z'));
    }

    /// The label of a step that has no name is its path.
    static boolean isPath(String name, String text) {
        return (name.equals("step") || name.equals("node_id"))
                && STEP_PATH.matcher(text).matches();
    }

    static boolean isDocument(String name) {
        return DOCUMENTS.contains(name);
    }

    static boolean isNamed(String name) {
        return NAMED.contains(name);
    }
}
