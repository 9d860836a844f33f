package dev.prodigy.engine.signature;

import dev.prodigy.model.error.Category;

/// What to do about failures of a category; the sentences are those of spec 02 §9.2, exactly.
final class SuggestedAction {
    private SuggestedAction() {}

    static String against(Category category) {
        return switch (category) {
            case TIMEOUT -> "Consider increasing agent_timeout_secs in timeout_config";
            case NETWORK -> "Check network connectivity and retry settings";
            case PERMISSION -> "Verify file permissions and access rights";
            default -> "Review error logs for more details.";
        };
    }
}
