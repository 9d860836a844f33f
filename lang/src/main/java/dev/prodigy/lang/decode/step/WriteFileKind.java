package dev.prodigy.lang.decode.step;

import dev.prodigy.lang.decode.Booleans;
import dev.prodigy.lang.decode.DataShapes;
import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Keyed;
import dev.prodigy.lang.decode.Schemas;
import dev.prodigy.lang.decode.Texts;
import dev.prodigy.lang.decode.Unknown;
import dev.prodigy.lang.decode.Words;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.step.FileFormat;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.text.Data;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `write_file: {path, content, format, mode, create_dirs}` (spec 01 §2).
final class WriteFileKind implements StepKindShape {
    private static final int DEFAULT_MODE = 0644;
    private static final Key<Text> PATH = Key.of("path", Paths.PATH, "The file, relative to the step's directory.");
    private static final Key<Data> CONTENT =
            Key.of("content", DataShapes.DATA, "A text; any value where format is json or yaml.");
    private static final Key<FileFormat> FORMAT = Key.of(
                    "format", Words.of("format", FileFormat.class), "How the content is checked and laid out.")
            .byDefault("text");
    private static final Key<Integer> MODE =
            Key.of("mode", FileMode.MODE, "Permission bits in octal.").byDefault("0644");
    private static final Key<Boolean> CREATE_DIRS = Key.of(
                    "create_dirs", Booleans.BOOLEAN, "Whether missing parent directories are made.")
            .byDefault(false);
    private static final Keyed<StepKind> MAP = Keyed.of(
                    "{path, content}",
                    Unknown.WARNING,
                    KeySet.of(PATH, CONTENT, FORMAT, MODE, CREATE_DIRS),
                    WriteFileKind::step)
            .requiring(PATH, CONTENT)
            .ruling(Schemas.anyOf(plainText(), parsed()));
    private static final StepForm FORM = StepForm.of("write_file", MAP, "Writes a file atomically.");

    private static Value.Fields plainText() {
        var value = Schemas.anyOf(Schemas.type("object"), Schemas.type("array"), Schemas.type("null"));
        return Schemas.of(
                "properties", Schemas.property(CONTENT.name(), Schemas.not(value), "A text where nothing parses it."));
    }

    private static Value.Fields parsed() {
        var formats = Schemas.words(List.of("json", "yaml"));
        return Schemas.with(
                Schemas.required(FORMAT.name()),
                "properties",
                Schemas.property(FORMAT.name(), formats, "What any other value is written as."));
    }

    @Override
    public StepForm form() {
        return FORM;
    }

    @Override
    public @Nullable StepKind read(Node.Entry kind, Entries beside) {
        return MAP.read(kind.value(), beside.place().key(kind.key()));
    }

    private static @Nullable StepKind step(Entries entries) {
        var path = entries.required(PATH);
        var format = entries.get(FORMAT, FileFormat.TEXT);
        var content = format == FileFormat.TEXT ? text(entries) : entries.required(CONTENT);
        int mode = entries.get(MODE, DEFAULT_MODE);
        boolean createDirs = entries.get(CREATE_DIRS, false);
        return path == null || content == null ? null : new StepKind.WriteFile(path, content, format, mode, createDirs);
    }

    /// A text keeps the spelling of an unquoted scalar.
    private static @Nullable Data text(Entries entries) {
        var node = entries.take(CONTENT);
        if (node == null) {
            entries.place().error(ProblemCode.MISSING_FIELD, entries.node().span(), "\"content\" is missing");
            return null;
        }
        if (!(node instanceof Node.Scalar)) {
            entries.at(CONTENT)
                    .error(
                            ProblemCode.INVALID_VALUE,
                            node.span(),
                            "expected a text, found " + node.describe(),
                            "Add format: json or format: yaml.");
            return null;
        }
        var text = Texts.TEXT.read(node, entries.at(CONTENT));
        return text == null ? null : new Data.Phrase(text);
    }
}
