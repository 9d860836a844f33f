package dev.prodigy.runtime.snapshot;

import dev.prodigy.engine.run.RunState;
import dev.prodigy.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The image of a folded state as JSON: field by field, whatever fields the state has, so that nothing
/// that the fold knows can be forgotten here.
///
/// It is of use only to a program whose classes have the same fields; any other folds the journal from
/// its beginning.
public final class StateImage {
    private StateImage() {}

    /// @return the image; empty when something in the state has none
    public static Optional<Value> of(RunState state) {
        try {
            var writer = new ImageWriter();
            var root = writer.write(state);
            return Optional.of(new Value.Items(List.of(Value.ofTexts(writer.shapes()), root)));
        } catch (Unimaginable e) {
            return Optional.empty();
        }
    }

    /// @return the state; empty when the image is not of this program
    public static Optional<RunState> read(Value image) {
        try {
            if (image instanceof Value.Items(var parts)
                    && parts.size() == 2
                    && parts.getFirst() instanceof Value.Items(var names)) {
                var shapes = new ArrayList<String>();
                for (var name : names) {
                    if (name instanceof Value.Text(var text)) {
                        shapes.add(text);
                    }
                }
                return new ImageReader(shapes).read(parts.getLast()) instanceof RunState state
                        ? Optional.of(state)
                        : Optional.empty();
            }
            return Optional.empty();
        } catch (Unimaginable | IllegalArgumentException | ArithmeticException | ClassCastException e) {
            return Optional.empty();
        }
    }
}
