package dev.prodigy.engine.step.kind;

import dev.prodigy.engine.step.frame.Failures;
import dev.prodigy.engine.step.frame.Frame;
import dev.prodigy.engine.step.frame.PreparedStep;
import dev.prodigy.engine.step.frame.Refused;
import dev.prodigy.engine.step.result.Attempted;
import dev.prodigy.engine.step.result.Product;
import dev.prodigy.engine.step.text.Texts;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.lang.expr.scope.Nature;
import dev.prodigy.lang.json.Json;
import dev.prodigy.lang.json.PrettyJson;
import dev.prodigy.lang.yaml.YamlText;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.value.Value;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// `write_file`: writes a file by temporary file and rename (spec 01 §2).
public final class WriteFileStep {
    private WriteFileStep() {}

    /// @param frame in the step's own place
    /// @return the file, ready to be written
    /// @throws Refused when a text has no value
    public static PreparedStep prepare(StepKind.WriteFile write, Frame frame) throws Refused, Cut {
        var path = path(write.path(), frame);
        var content = Texts.of(frame).written(write.content());
        return new PreparedStep("write " + path.text(), _ -> write(write, path, content, frame));
    }

    /// @return the path of a file that is written: it never leads up, and is no place for a secret
    ///
    /// @throws Refused when it has no value, a segment `..` or a secret
    public static Texts.Filled path(Text text, Frame frame) throws Refused, Cut {
        var path = Texts.of(frame).filePath(text);
        if (frame.world().declared().mentionsSecret(path.text())) {
            throw new Refused(Failures.secretInPath(text));
        }
        if (Arrays.asList(path.text().split("/")).contains("..")) {
            throw new Refused(Failures.leavesTree(path.text()));
        }
        return path;
    }

    private static Attempted write(StepKind.WriteFile write, Texts.Filled path, Texts.Filled filled, Frame frame) {
        var begun = frame.world().now();
        var name = path.text();
        var content = content(write, filled);
        if (content == null) {
            return Attempted.failed(Failures.unparsable(write.format(), name));
        }
        if (frame.world().declared().mentionsSecret(content)) {
            return Attempted.failed(Failures.secretInFile(name));
        }
        boolean confined = path.nature() == Nature.DATA;
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

    private static @Nullable String content(StepKind.WriteFile write, Texts.Filled filled) {
        var value = filled.value();
        return switch (write.format()) {
            case TEXT -> filled.text();
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
