package dev.prodigy.lang.compose;

import dev.prodigy.lang.decode.DefaultOrder;
import dev.prodigy.lang.yaml.DataValue;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.text.Data;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The parameters and defaults of a file that was imported with an alias: only the template's steps have them (spec 01
/// §12).
final class TemplateNames {
    private static final String ENV = "env";
    private static final String DEFAULTS = "defaults";

    private final Set<String> names = new LinkedHashSet<>();

    private TemplateNames(Node.Mapping imported, Node.Mapping own) {
        names.addAll(declared(imported));
        names.removeAll(declared(own));
        names.removeAll(keys(own, ENV));
        names.removeAll(keys(own, "secrets"));
    }

    /// @param own the workflow that imports, which may have such names of its own
    /// @return the entries of the imported `env` that read them, each other included; those that the workflow has
    ///     itself are left out
    static List<Node.Entry> entriesOf(Node.Mapping imported, Node.Mapping own) {
        return new TemplateNames(imported, own).reading(imported, keys(own, ENV));
    }

    /// @return the document without these entries of its `env`
    static Node.Mapping without(Node.Mapping imported, List<Node.Entry> entries) {
        var names = new LinkedHashSet<String>();
        entries.forEach(each -> names.add(each.key()));
        var rest = new ArrayList<Node.Entry>();
        for (var each : imported.entries()) {
            rest.add(
                    each.key().equals(ENV) && each.value() instanceof Node.Mapping env
                            ? new Node.Entry(ENV, each.keySpan(), Merge.without(env, names))
                            : each);
        }
        return new Node.Mapping(rest, imported.tag(), imported.span());
    }

    private List<Node.Entry> reading(Node.Mapping imported, Set<String> hidden) {
        var reading = new ArrayList<Node.Entry>();
        if (!(imported.get(ENV) instanceof Node.Mapping env)) {
            return reading;
        }
        int before;
        do {
            before = reading.size();
            for (var each : env.entries()) {
                if (!hidden.contains(each.key()) && !reading.contains(each) && reads(each.value())) {
                    reading.add(each);
                    names.add(each.key());
                }
            }
        } while (reading.size() > before);
        return reading;
    }

    private boolean reads(Node value) {
        return DefaultOrder.names(Data.of(DataValue.of(value), value.span())).stream()
                .anyMatch(names::contains);
    }

    private static Set<String> declared(Node.Mapping document) {
        var declared = new LinkedHashSet<>(keys(document, DEFAULTS));
        var parameters = document.get(ParameterNodes.PARAMETERS);
        if (parameters != null) {
            declared.addAll(ParameterNodes.names(ParameterNodes.asList(parameters)));
        }
        return declared;
    }

    private static Set<String> keys(Node.Mapping document, String map) {
        var keys = new LinkedHashSet<String>();
        if (document.get(map) instanceof Node.Mapping entries) {
            entries.entries().forEach(each -> keys.add(each.key()));
        }
        return keys;
    }
}
