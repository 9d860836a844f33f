package dev.prodigy.engine.redact;

import dev.prodigy.model.value.Value;
import java.util.LinkedHashMap;

/// Masks a document of the program's own make: what came from the world, not the program's words (spec 02 §11, 05 §9).
///
/// @param redactor masks what came from the world
record DocumentMask(Redactor redactor) {

    /// @param name an event's type, or the name of the member that the document is
    /// @return the document with the names and numbers that it had
    Value.Fields mask(String name, Value.Fields document) {
        var members = new LinkedHashMap<String, Value>();
        document.members().forEach((key, value) -> members.put(key, member(name, key, value)));
        return new Value.Fields(members);
    }

    private Value member(String document, String name, Value value) {
        return switch (value) {
            case Value.Text(var text) ->
                DocumentMembers.isWord(document, name)
                                || DocumentMembers.isReason(name, text)
                                || DocumentMembers.isPath(name, text)
                        ? value
                        : redactor.redact(value);
            case Value.Items(var values) ->
                new Value.Items(values.stream()
                        .map(each -> element(document, name, each))
                        .toList());
            case Value.Fields fields when DocumentMembers.isDocument(name) -> mask(name, fields);
            case Value.Fields fields when DocumentMembers.isNamed(name) -> named(fields);
            case Value.Fields fields -> redactor.redact(fields);
            case Value.Num number -> DocumentMembers.isGiven(document, name) ? redactor.redact(number) : number;
            case Value.Bool _, Value.Null _ -> value;
        };
    }

    private Value element(String document, String name, Value value) {
        return switch (value) {
            case Value.Text _ -> member(document, name, value);
            case Value.Fields fields when DocumentMembers.isDocument(name) -> mask(name, fields);
            default -> redactor.redact(value);
        };
    }

    private Value.Fields named(Value.Fields fields) {
        var members = new LinkedHashMap<String, Value>();
        fields.members().forEach((key, value) -> members.put(key, redactor.redact(value)));
        return new Value.Fields(members);
    }
}
