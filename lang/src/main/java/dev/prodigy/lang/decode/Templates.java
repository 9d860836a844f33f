package dev.prodigy.lang.decode;

import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.parameter.Parameter;
import dev.prodigy.model.source.Span;
import dev.prodigy.model.text.Data;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Finds the templates whose steps run inline (spec 01 §12).
public interface Templates {

    /// A template with its parameters bound.
    ///
    /// @param name what messages call it
    /// @param alias that an import gave it, or null
    /// @param file that holds it
    /// @param steps its steps, as written
    /// @param parameters as it declares them
    /// @param with its parameters' values
    /// @param defaults of the parameters without a value, or with one that may come to null, each behind those
    ///     that it refers to
    /// @param without parameters with neither
    record Bound(
            String name,
            @Nullable String alias,
            String file,
            Node steps,
            List<Parameter> parameters,
            Map<String, Data> with,
            SequencedMap<String, Data> defaults,
            Set<String> without) {}

    /// Finds a template and binds its parameters.
    ///
    /// @param source its name or path, as written
    /// @param with the values given
    /// @param written the same as they stand there, or null where there are none
    /// @return null when there is none, or the values do not fit; this has been reported
    @Nullable
    Bound find(Node.Scalar source, Map<String, Data> with, @Nullable Written written, Place place);

    /// Values at a step.
    ///
    /// @param place of the map
    record Written(Node.Mapping values, Place place) {
        /// @return where a name is written; the map's own place when it is absent
        public Span keySpan(String name) {
            return values.entries().stream()
                    .filter(entry -> entry.key().equals(name))
                    .map(Node.Entry::keySpan)
                    .findFirst()
                    .orElse(values.span());
        }
    }
}
