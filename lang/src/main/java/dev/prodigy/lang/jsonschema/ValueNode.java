package dev.prodigy.lang.jsonschema;

import dev.harrel.jsonschema.JsonNode;
import dev.harrel.jsonschema.SimpleType;
import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A {@link Value} as the schema library walks it. The library asks for the same members once per keyword, so they
/// are made once.
final class ValueNode implements JsonNode {
    private final Value value;
    private final String pointer;
    private @Nullable List<JsonNode> elements;
    private @Nullable Map<String, JsonNode> members;

    ValueNode(Value value, String pointer) {
        this.value = value;
        this.pointer = pointer;
    }

    @Override
    public String getJsonPointer() {
        return pointer;
    }

    @Override
    public SimpleType getNodeType() {
        return switch (value) {
            case Value.Null _ -> SimpleType.NULL;
            case Value.Bool _ -> SimpleType.BOOLEAN;
            case Value.Num(var number) ->
                number.stripTrailingZeros().scale() <= 0 ? SimpleType.INTEGER : SimpleType.NUMBER;
            case Value.Text _ -> SimpleType.STRING;
            case Value.Items _ -> SimpleType.ARRAY;
            case Value.Fields _ -> SimpleType.OBJECT;
        };
    }

    @Override
    public boolean asBoolean() {
        return value == Value.Bool.TRUE;
    }

    @Override
    public String asString() {
        return Json.shown(value);
    }

    @Override
    public BigInteger asInteger() {
        return asNumber().toBigInteger();
    }

    @Override
    public BigDecimal asNumber() {
        return value instanceof Value.Num(var number) ? number : BigDecimal.ZERO;
    }

    @Override
    public List<JsonNode> asArray() {
        if (elements == null) {
            elements = new ArrayList<>();
            if (value instanceof Value.Items(var values)) {
                for (int i = 0; i < values.size(); i++) {
                    elements.add(new ValueNode(values.get(i), pointer + "/" + i));
                }
            }
        }
        return elements;
    }

    @Override
    public Map<String, JsonNode> asObject() {
        if (members == null) {
            members = new LinkedHashMap<>();
            if (value instanceof Value.Fields(var fields)) {
                for (var field : fields.entrySet()) {
                    members.put(field.getKey(), new ValueNode(field.getValue(), below(field.getKey())));
                }
            }
        }
        return members;
    }

    private String below(String name) {
        return pointer + "/" + JsonNode.encodeJsonPointer(name);
    }
}
