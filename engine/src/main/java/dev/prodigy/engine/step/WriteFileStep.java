package dev.prodigy.engine.step;

import dev.prodigy.engine.world.Cut;
import dev.prodigy.lang.expr.scope.Nature;
import dev.prodigy.lang.json.Json;
import dev.prodigy.lang.json.PrettyJson;
import dev.prodigy.lang.json.YamlText;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.value.Value;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// `write_file`: writes a file by temporary file and rename (spec 01 §2).
final class WriteFileStep {
    private WriteFileStep() {}

    static Preparation prepare(StepKind.WriteFile write, Frame frame) throws Cut {
        var texts = Texts.of(frame);
        if (!(texts.filePath(write.path()) instanceof Texts.Filled.Good(var path, var nature))) {
            return new Preparation.Refused(((Texts.Filled.Bad) texts.filePath(write.path())).error());
        }
        var name = Texts.plain(path);
        if (Arrays.asList(name.split("/")).contains("..")) {
            return new Preparation.Refused(Failures.leavesTree(name));
        }
        return switch (texts.data(write.content())) {
            case Texts.Filled.Bad(var error) -> new Preparation.Refused(error);
            case Texts.Filled.Good(var value, var _) ->
                new Preparation.Ready(
                        "write " + name, (_, _) -> write(write, name, value, nature == Nature.DATA, frame));
        };
    }

    private static Attempted write(StepKind.WriteFile write, String name, Value value, boolean confined, Frame frame) {
        var begun = frame.world().now();
        var content = content(write, value);
        if (content == null) {
            return Attempted.failed(Failures.unparsable(write.format(), name));
        }
        ErrorRecord secret = frame.settings().secrets().mentionedIn(content) ? Failures.secretInFile(name) : null;
        if (secret != null) {
            return Attempted.failed(secret);
        }
        var trouble = frame.world()
                .tree()
                .write(frame.place().directory(), name, content, write.mode(), write.createDirs(), confined);
        if (trouble != null) {
            return Attempted.failed(Failures.notWritten(trouble));
        }
        int bytes = content.getBytes(StandardCharsets.UTF_8).length;
        long ms = frame.world().now().elapsed().minus(begun.elapsed()).toMillis();
        return Attempted.good(Product.of("Wrote " + bytes + " bytes to " + name, ms));
    }

    private static @Nullable String content(StepKind.WriteFile write, Value value) {
        return switch (write.format()) {
            case TEXT -> Texts.plain(value);
            case JSON -> {
                var parsed = value instanceof Value.Text(var text) ? Json.tryParse(text) : value;
                yield parsed == null ? null : PrettyJson.write(parsed) + "\n";
            }
            case YAML -> {
                var parsed = value instanceof Value.Text(var text) ? YamlText.parse(text) : value;
                yield parsed == null ? null : YamlText.write(parsed);
            }
        };
    }
}
