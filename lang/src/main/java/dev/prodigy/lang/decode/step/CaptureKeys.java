package dev.prodigy.lang.decode.step;

import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Maps;
import dev.prodigy.lang.decode.Words;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.step.CaptureFormat;
import dev.prodigy.model.step.Captures;
import dev.prodigy.model.text.Text;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;

/// What a step leaves behind for later steps (spec 01 §3).
final class CaptureKeys {
    static final Words<CaptureFormat> FORMAT =
            Words.of("capture format", CaptureFormat.class).or("text", CaptureFormat.STRING);

    private static final Key<CaptureShape.Target> CAPTURE = Key.of(
                    "capture", CaptureShape.CAPTURE, "The variable that gets the output; false: no variable at all.")
            .or("capture_output")
            .or("output");
    private static final Key<CaptureFormat> CAPTURE_FORMAT =
            Key.of("capture_format", FORMAT, "How the output becomes a value.").byDefault("string");
    private static final Key<Captures.Streams> CAPTURE_STREAMS = Key.of(
                    "capture_streams", StreamsShape.STREAMS, "What the captured value is made of.")
            .byDefault("stdout");
    private static final Key<Text> OUTPUT_FILE =
            Key.of("output_file", Paths.PATH, "Where the selected streams are written.");
    private static final Key<SequencedMap<String, Captures.Output>> OUTPUTS = Key.of(
            "outputs", Maps.of("a map of outputs", OutputShape.OUTPUT), "Further values of the step, as ${id.name}.");

    static final KeySet KEYS = KeySet.of(CAPTURE, CAPTURE_FORMAT, CAPTURE_STREAMS, OUTPUT_FILE, OUTPUTS);

    /// Output that cannot be read so fails the step, captured or not.
    private static final Set<CaptureFormat> DEMANDING = Set.of(CaptureFormat.JSON, CaptureFormat.NUMBER);

    private CaptureKeys() {}

    static Captures read(Entries entries) {
        var target = entries.get(CAPTURE, CaptureShape.Target.DEFAULTS);
        var outputs = entries.get(OUTPUTS);
        var written = entries.get(CAPTURE_FORMAT, CaptureFormat.STRING);
        var format = target.demanded() ? written : CaptureFormat.STRING;
        if (written != CaptureFormat.STRING && target.name() == null && !DEMANDING.contains(format)) {
            var message = "nothing is captured, so there is nothing to format";
            entries.at(CAPTURE_FORMAT)
                    .warning(ProblemCode.NO_EFFECT, entries.keySpan(CAPTURE_FORMAT), message, "Add capture: NAME.");
        }
        return new Captures(
                target.name(),
                target.defaults(),
                format,
                entries.get(CAPTURE_STREAMS, Captures.Streams.STDOUT),
                entries.get(OUTPUT_FILE),
                outputs == null ? Map.of() : outputs);
    }
}
