package dev.prodigy.e2e.sandbox;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import java.util.List;

/// A JSON value that is asked by paths such as `items.failed` or `problems.0.code`.
///
/// @param value the value
public record Document(Value value) {

    /// Reads one JSON document.
    ///
    /// @throws AssertionError when the text is not exactly one
    public static Document parse(String text) {
        try {
            return new Document(Json.parse(text));
        } catch (RuntimeException e) {
            throw new AssertionError("not one JSON document: " + text, e);
        }
    }

    /// @return the value at a path; JSON null where there is none
    public Document at(String path) {
        var value = this.value;
        for (var name : path.split("\\.", -1)) {
            value = switch (value) {
                case Value.Fields fields -> fields.members().getOrDefault(name, Value.Null.NULL);
                case Value.Items(var values)
                when name.chars().allMatch(Character::isDigit) && Integer.parseInt(name) < values.size() ->
                    values.get(Integer.parseInt(name));
                case Value other -> Value.Null.NULL;
            };
        }
        return new Document(value);
    }

    /// @return the string at a path; any other value as JSON text
    public String text(String path) {
        return at(path).text();
    }

    /// @return the string; any other value as JSON text
    public String text() {
        return value instanceof Value.Text(String text) ? text : Json.write(value);
    }

    /// @return the integer at a path
    /// @throws AssertionError when there is none
    public long number(String path) {
        if (at(path).value instanceof Value.Num(var number)) {
            return number.longValueExact();
        }
        throw new AssertionError("no number at " + path + ": " + Json.write(value));
    }

    /// @return the elements of the list at a path
    /// @throws AssertionError when there is none
    public List<Document> list(String path) {
        if (at(path).value instanceof Value.Items(var values)) {
            return values.stream().map(Document::new).toList();
        }
        throw new AssertionError("no list at " + path + ": " + Json.write(value));
    }

    /// @return the names of the members, in their order
    public List<String> names() {
        return value instanceof Value.Fields fields
                ? List.copyOf(fields.members().keySet())
                : List.of();
    }

    @Override
    public String toString() {
        return Json.write(value);
    }
}
