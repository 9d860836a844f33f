package dev.prodigy.engine.step.result;

import dev.prodigy.engine.environment.NotYet;
import dev.prodigy.engine.world.Tree;
import dev.prodigy.lang.expr.pattern.Glob;
import dev.prodigy.lang.expr.scope.Binding;
import dev.prodigy.lang.expr.scope.Members;
import dev.prodigy.lang.expr.scope.Nature;
import dev.prodigy.lang.expr.value.ListStyle;
import dev.prodigy.model.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What `step.` and the git members of `workflow.` give (spec 01 §7).
public final class GitMembers {
    /// What `step` gives in the first step of a list: nothing has changed yet, and nothing has a name.
    public static final Members BEFORE_THE_FIRST =
            new NotYet("there is no step before this one", of(Tree.Changes.NONE));

    private GitMembers() {}

    /// @return the members that `step` and `workflow` share
    public static Map<String, Binding> of(Tree.Changes changes) {
        var members = new LinkedHashMap<String, Binding>();
        members.put("files_added", list(changes.added()));
        members.put("files_modified", list(changes.modified()));
        members.put("files_deleted", list(changes.deleted()));
        members.put("files_changed", list(changed(changes)));
        members.put("commits", list(changes.commits()));
        members.put("commit_count", Binding.data(Value.of(changes.commits().size())));
        members.put("insertions", Binding.data(Value.of(changes.insertions())));
        members.put("deletions", Binding.data(Value.of(changes.deletions())));
        return members;
    }

    /// @return every changed path once, in byte order
    public static List<String> changed(Tree.Changes changes) {
        return Stream.of(changes.added(), changes.modified(), changes.deleted())
                .flatMap(List::stream)
                .distinct()
                .sorted(GitMembers::byBytes)
                .toList();
    }

    /// @return the first changed path that matches, or null
    public static @Nullable String firstMatch(Tree.Changes changes, String pattern) {
        var glob = Glob.parse(pattern);
        return changed(changes).stream()
                .filter(path -> glob.matches(pattern.contains("/") ? path : path.substring(path.lastIndexOf('/') + 1)))
                .findFirst()
                .orElse(null);
    }

    /// Code points order like UTF-8 bytes; Java's own order of strings does not.
    private static int byBytes(String one, String other) {
        int i = 0;
        int j = 0;
        while (i < one.length() && j < other.length()) {
            int a = one.codePointAt(i);
            int b = other.codePointAt(j);
            if (a != b) {
                return Integer.compare(a, b);
            }
            i += Character.charCount(a);
            j += Character.charCount(b);
        }
        return Integer.compare(one.length() - i, other.length() - j);
    }

    private static Binding list(List<String> values) {
        return new Binding.Present(Value.ofTexts(values), Nature.DATA, ListStyle.WORDS, Members.NONE);
    }
}
