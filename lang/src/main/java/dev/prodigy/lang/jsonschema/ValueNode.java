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

/// A {@link Value} as the schema library walks it.
record ValueNode(Value value, String pointer) implements JsonNode {

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
        return value instanceof Value.Text(var text) ? text : Json.write(value);
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
        var nodes = new ArrayList<JsonNode>();
        if (value instanceof Value.Items(var values)) {
            for (int i = 0; i < values.size(); i++) {
                nodes.add(new ValueNode(values.get(i), pointer + "/" + i));
            }
        }
        return nodes;
    }

    @Override
    public Map<String, JsonNode> asObject() {
        var nodes = new LinkedHashMap<String, JsonNode>();
        if (value instanceof Value.Fields(var members)) {
            members.forEach((name, each) ->
                    nodes.put(name, new ValueNode(each, pointer + "/" + JsonNode.encodeJsonPointer(name))));
        }
        return nodes;
    }
}
