package dev.prodigy.lang.decode.step;

import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.decode.Texts;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.step.StepKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `shell: TEXT`.
final class ShellKind implements StepKindShape {
    @Override
    public List<String> names() {
        return List.of("shell");
    }

    @Override
    public String description() {
        return "Shell text; its exit status decides.";
    }

    @Override
    public Shape<?> value() {
        return Texts.TEXT;
    }

    @Override
    public KeySet beside() {
        return KeySet.of();
    }

    @Override
    public KeySet keys() {
        return StepOptionKeys.ALL;
    }

    @Override
    public @Nullable StepKind read(Node.Entry kind, Entries beside) {
        var command = Texts.TEXT.read(kind.value(), beside.place().key(kind.key()));
        return command == null ? null : new StepKind.Shell(command);
    }
}
