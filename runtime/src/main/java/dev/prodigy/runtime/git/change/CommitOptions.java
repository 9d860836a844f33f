package dev.prodigy.runtime.git.change;

import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// What a step says about its commits (spec 03 §9, `auto_commit`, `commit_required`, `commit_config`).
///
/// @param autoCommit whether what is changed after success is committed
/// @param required whether HEAD must have moved forward to a different tree
/// @param message for a commit that prodigy makes, rendered
/// @param pattern what the message of every new commit must fulfil, or null
/// @param style author and signature of commits that prodigy makes, and whether the step's become one
/// @param files which files an automatic commit takes
public record CommitOptions(
        boolean autoCommit,
        boolean required,
        String message,
        @Nullable Predicate<String> pattern,
        Style style,
        Files files) {

    /// @param author as `Name <mail>`, or null for the user
    /// @param sign whether to sign, or null for what the user's configuration says
    /// @param squash whether the step's commits become one
    public record Style(@Nullable String author, @Nullable Boolean sign, boolean squash) {
        /// As the user's configuration says, every commit as it was made.
        public static final Style DEFAULT = new Style(null, null, false);
    }

    /// Globs from the repository's top; one without a slash matches in every folder, a leading slash only anchors.
    ///
    /// @param include none for all
    public record Files(List<String> include, List<String> exclude) {
        /// All changed files.
        public static final Files ALL = new Files(List.of(), List.of());

        public Files {
            include = List.copyOf(include);
            exclude = List.copyOf(exclude);
        }

        /// @return whether every changed file is meant
        public boolean isAll() {
            return include.isEmpty() && exclude.isEmpty();
        }

        /// @return these globs as git pathspecs, each ended by NUL
        String pathspecs() {
            var text = new StringBuilder();
            (include.isEmpty() ? List.of("**") : include)
                    .forEach(glob ->
                            text.append(":(top,glob)").append(anywhere(glob)).append('\0'));
            exclude.forEach(glob ->
                    text.append(":(top,glob,exclude)").append(anywhere(glob)).append('\0'));
            return text.toString();
        }

        private static String anywhere(String glob) {
            String relative = glob.replaceFirst("^\\.?/+", "");
            return glob.contains("/") || glob.equals("**") ? relative : "**/" + glob;
        }
    }
}
