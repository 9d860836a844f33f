package dev.prodigy.runtime.journal;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.prodigy.lang.json.Json;
import dev.prodigy.lang.json.JsonSyntax;
import dev.prodigy.model.value.Value;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

/// What journal lines, segment lines and their JSON have in common (spec 05 §5.2).
final class Format {
    /// The version this program writes, and the newest it reads.
    static final int VERSION = 1;

    /// Bytes of a journal line at most, its end included.
    static final int MAX_LINE = 1 << 20;

    /// Bytes of a field's value at most; a larger one goes to a segment.
    static final int MAX_INLINE = 16 << 10;

    /// The names that no field of an event has.
    static final Set<String> ENVELOPE =
            Set.of("v", "seq", "timestamp", "elapsed_ms", "event_type", "run_id", "cause", "crc");

    private static final int MAX_DEPTH = 10_000;

    /// What was written must be readable, so nothing is limited here; limits stand where values enter the
    /// program.
    static final JsonFactory JSON = JsonFactory.builder()
            .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .rootValueSeparator("")
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .streamWriteConstraints(
                    StreamWriteConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
            .build();

    private Format() {}

    /// Reads the members of a JSON object that this program wrote.
    ///
    /// @param without names of members that are left out
    /// @throws JsonSyntax when the bytes are anything else
    static SequencedMap<String, Value> members(byte[] bytes, int from, int to, Set<String> without) {
        var members = new LinkedHashMap<String, Value>();
        try (var json = JSON.createParser(ObjectReadContext.empty(), bytes, from, to - from)) {
            json.nextToken();
            for (var name = json.nextName(); name != null; name = json.nextName()) {
                json.nextToken();
                if (without.contains(name)) {
                    json.skipChildren();
                } else {
                    members.put(name, Json.read(json));
                }
            }
            return members;
        } catch (JacksonException | JsonSyntax e) {
            // A name with half a surrogate pair is only read from text.
            members.clear();
            if (Json.parse(new String(bytes, from, to - from, UTF_8)) instanceof Value.Fields fields) {
                members.putAll(fields.members());
                members.keySet().removeAll(without);
            }
            return members;
        }
    }
}
