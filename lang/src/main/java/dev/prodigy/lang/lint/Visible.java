package dev.prodigy.lang.lint;

import dev.prodigy.lang.expr.scope.NearNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The names that texts can read at one place of a workflow, over those of the place around it.
///
/// What steps leave behind goes to the list of steps they stand in: a round, an item or the whole workflow.
final class Visible {
    private final @Nullable Visible outer;
    private final boolean list;
    private final Map<String, Known> names = new HashMap<>();

    private Visible(@Nullable Visible outer, boolean list) {
        this.outer = outer;
        this.list = list;
    }

    /// @return the outermost place
    static Visible outermost() {
        return new Visible(null, true);
    }

    /// @return a place whose steps keep what they leave behind: a round, an item
    Visible closed() {
        return new Visible(this, true);
    }

    /// @return a place whose steps leave their results to the list around it: a handler, a template, a
    ///     step's own env
    Visible open() {
        return new Visible(this, false);
    }

    /// @return a place as {@link #open}, where the names of another place are known too that mean nothing here
    Visible openBeside(Visible other) {
        var inside = open();
        other.names.forEach((name, known) -> {
            if (find(name) == null) {
                inside.declare(name, known);
            }
        });
        return inside;
    }

    /// Makes a name known here.
    void declare(String name, Known known) {
        names.put(name, known);
    }

    /// Makes a name known to the later steps of the list.
    void leave(String name, Known known) {
        if (list || outer == null) {
            names.put(name, known);
        } else {
            outer.leave(name, known);
        }
    }

    /// @return what the name stands for, or null when it is none of ours
    @Nullable
    Known find(String name) {
        for (var place = this; place != null; place = place.outer) {
            var known = place.names.get(name);
            if (known != null) {
                return known;
            }
        }
        return null;
    }

    /// @return the known name that was probably meant, or null
    @Nullable
    String near(String name) {
        var near = NearNames.of(name, everything());
        return near.isEmpty() ? null : near.getFirst();
    }

    private List<String> everything() {
        var all = new ArrayList<String>();
        for (var place = this; place != null; place = place.outer) {
            all.addAll(place.names.keySet());
        }
        return all;
    }
}
