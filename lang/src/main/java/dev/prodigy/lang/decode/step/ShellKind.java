package dev.prodigy.lang.decode.step;

import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.Texts;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.step.StepKind;
import org.jspecify.annotations.Nullable;

/// `shell: TEXT`.
final class ShellKind implements StepKindShape {
    private static final StepForm FORM = StepForm.of("shell", Texts.TEXT, "Shell text; its exit status decides.");

    @Override
    public StepForm form() {
        return FORM;
    }

    @Override
    public @Nullable StepKind read(Node.Entry kind, Entries beside) {
        var command = Texts.TEXT.read(kind.value(), beside.place().key(kind.key()));
        return command == null ? null : new StepKind.Shell(command);
    }
}
