package dev.prodigy.lang.load;

import dev.prodigy.lang.yaml.NodePath;
import dev.prodigy.lang.yaml.StepPaths;
import dev.prodigy.model.value.Value;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The steps in the whole form of a workflow outside of items by their paths, those of templates at each place where
/// they run, and the entries of `workflows` (spec 05 §1, STEP).
public final class StepForms {
    private static final String COMMANDS = "commands";
    private static final String ENTRIES = "workflows";

    private final Map<String, Value.Fields> forms = new HashMap<>();
    private final Value.Fields whole;

    private StepForms(Value.Fields whole) {
        this.whole = whole;
    }

    /// @param whole a whole form
    public static StepForms of(Value.Fields whole) {
        var steps = new StepForms(whole);
        whole.members().forEach((name, value) -> {
            if (!name.equals("map") && !WholeForm.isOfOthers(name)) {
                steps.walk(value, NodePath.ROOT.key(name), "");
            }
        });
        if (whole.get(ENTRIES) instanceof Value.Fields(var entries)) {
            entries.forEach(
                    (name, entry) -> steps.addEntry(NodePath.ROOT.key(ENTRIES).key(name), entry));
        }
        return steps;
    }

    /// @return the step there; null where none is
    public Value.@Nullable Fields at(String path) {
        return forms.get(path);
    }

    /// @return how many steps stand in a list, such as `commands[0].do`
    public int count(String list) {
        int count = 0;
        while (forms.containsKey(list + "[" + count + "]")) {
            count++;
        }
        return count;
    }

    private void addEntry(NodePath path, Value entry) {
        if (entry instanceof Value.Fields fields) {
            forms.put(path.toString(), fields);
        }
    }

    /// @param holder what a template's list is called where it runs; empty outside of templates
    private void walk(Value value, NodePath path, String holder) {
        switch (value) {
            case Value.Fields fields -> {
                var named = named(path, holder);
                if (named.endsWith("]")) {
                    forms.put(named, fields);
                    inside(fields, named);
                }
                fields.members().forEach((name, each) -> walk(each, path.key(name), holder));
            }
            case Value.Items(var elements) -> {
                for (int i = 0; i < elements.size(); i++) {
                    walk(elements.get(i), path.index(i), holder);
                }
            }
            default -> {}
        }
    }

    private void inside(Value.Fields step, String path) {
        if (step.get("template") instanceof Value.Text(var name)
                && WholeForm.template(name).in(whole) instanceof Value.Fields template
                && template.get(COMMANDS) instanceof Value.Items commands) {
            walk(commands, NodePath.ROOT.key(COMMANDS), path + ".template");
        }
    }

    private static String named(NodePath path, String holder) {
        var named = StepPaths.of(path).toString();
        return holder.isEmpty() ? named : holder + named.substring(COMMANDS.length());
    }
}
