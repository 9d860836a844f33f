package dev.prodigy.lang.yaml;

import java.util.Map;
import org.snakeyaml.engine.v2.api.ConstructNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;
import org.snakeyaml.engine.v2.schema.Schema;

/// The YAML 1.2 core schema; see {@link Scalars}.
record PlainSchema(ScalarResolver getScalarResolver) implements Schema {
    PlainSchema() {
        this(Scalars.RESOLVER);
    }

    @Override
    public Map<Tag, ConstructNode> getSchemaTagConstructors() {
        return Map.of();
    }
}
