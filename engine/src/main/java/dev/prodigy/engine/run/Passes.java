package dev.prodigy.engine.run;

import java.util.HashSet;
import java.util.Set;

/// What the steps of a run's passes have done, beside how far each pass is (spec 05 §2.1). Only the fold of the
/// journal changes it.
public final class Passes {
    private final Set<Integer> changed = new HashSet<>();
    private final Set<Integer> marred = new HashSet<>();

    Passes() {}

    /// @return whether a step of this pass made a commit
    public boolean hasChanged(Stage.Pass pass) {
        return changed.contains(pass.number());
    }

    /// @return whether a failure that its author accepts stands in this pass
    public boolean isMarred(Stage.Pass pass) {
        return marred.contains(pass.number());
    }

    /// @param pass number of the one in which a commit was made
    void change(int pass) {
        changed.add(pass);
    }

    /// @param pass number of the one in which a failure stands
    void mar(int pass) {
        marred.add(pass);
    }
}
