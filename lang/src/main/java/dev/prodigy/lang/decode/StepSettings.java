package dev.prodigy.lang.decode;

import dev.prodigy.lang.yaml.NodePath;
import dev.prodigy.model.step.OpenSettings;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.text.Text;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What is written at one step, while it is read, for which placeholders stand (spec 01 §1, "Scalars"). Literals stand
/// in for their values until the step starts; then the step is read once more, with the values.
public final class StepSettings {
    private final NodePath step;
    private final Map<String, String> values;
    private final Map<String, Step> inside;
    private final List<OpenSettings.Open> open = new ArrayList<>();

    private StepSettings(NodePath step, Map<String, String> values, Map<String, Step> inside) {
        this.step = step;
        this.values = values;
        this.inside = inside;
    }

    /// Reads a step, or several that one map stands for.
    ///
    /// @param reader reads them at a place
    /// @return the steps; those that placeholders leave open can be read again
    public static List<Step> read(Place place, Function<Place, List<Step>> reader) {
        var decoding = place.decoding();
        var own = new StepSettings(place.path(), Map.of(), new HashMap<>());
        var outer = decoding.enter(own);
        var steps = reader.apply(place);
        decoding.leave(outer);
        var read = own.open.isEmpty() ? steps : own.reopening(steps, place, reader);
        if (outer != null) {
            read.forEach(step -> outer.inside.put(step.path(), step));
        }
        return read;
    }

    private List<Step> reopening(List<Step> steps, Place place, Function<Place, List<Step>> reader) {
        var variables = place.decoding().variables();
        var reopening = new ArrayList<Step>(steps.size());
        for (int i = 0; i < steps.size(); i++) {
            int number = i;
            OpenSettings.Reading reading = values -> {
                var problems = new Problems();
                var decoding = place.decoding().again(problems, variables);
                decoding.enter(new StepSettings(place.path(), values, inside));
                var read = reader.apply(new Place(decoding, place.path(), place.step(), place.unknown()));
                if (problems.anyError()) {
                    throw new OpenSettings.Clash(problems.ordered("").getFirst().message());
                }
                return read.get(number);
            };
            reopening.add(steps.get(i).with(new OpenSettings(open, reading)));
        }
        return reopening;
    }

    /// @return a step inside the one that is read again, which stays as it is; null when it is to be read
    public @Nullable Step known(String path) {
        return values.isEmpty() ? null : inside.get(path);
    }

    /// @return the value of a text with placeholders, when the step is read again; else null
    @Nullable
    String value(String text) {
        return values.get(text);
    }

    /// Notes that a value is known only when the step starts.
    ///
    /// @param path of the place where its placeholder stands
    /// @param isForeseen whether its value is certain already
    void open(Text text, NodePath path, OpenSettings.Literal literal, boolean isForeseen) {
        open.add(new OpenSettings.Open(text, path.from(step), literal, isForeseen));
    }
}
