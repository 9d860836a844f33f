package dev.prodigy.cli.progress;

import dev.prodigy.cli.output.Printable;
import dev.prodigy.cli.output.Style;
import dev.prodigy.engine.classify.OutputTail;
import dev.prodigy.engine.redact.Redactor;
import dev.prodigy.engine.redact.Said;
import dev.prodigy.model.error.ErrorRecord;
import dev.prodigy.model.event.ItemEvent;
import dev.prodigy.model.event.StepEvent;
import dev.prodigy.model.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The ends of outputs, told below the outcomes that they belong to (spec 05 §1, `-v`).
///
/// @param shown whether they are told at all
record OutputTails(boolean shown, Style style) {

    void of(StepEvent.Completed completed, List<String> lines) {
        if (shown && completed.captured().get("product") instanceof Value.Fields product) {
            var said = new Said(text(product, "stderr"), text(product, "stdout"), Redactor.PLAIN);
            var meant = text(product, "output");
            tell(OutputTail.of(meant.isEmpty() ? said : said.meaning(meant)).tail(), lines);
        }
    }

    /// What an item's steps printed is told with its outcome: they have no events of their own while all goes well.
    void of(ItemEvent.Completed completed, List<String> lines) {
        if (shown && completed.result() instanceof Value.Fields result) {
            var said = new Said("", text(result, "output"), Redactor.PLAIN);
            tell(OutputTail.of(said).tail(), lines);
        }
    }

    void of(ErrorRecord error, List<String> lines) {
        if (shown) {
            tell(error.evidence().outputTail(), lines);
        }
    }

    private void tell(@Nullable String tail, List<String> lines) {
        if (tail != null) {
            tail.lines().forEach(line -> lines.add(style.faint(OutcomeLines.padded("") + "| ") + Printable.line(line)));
        }
    }

    private static String text(Value.Fields product, String member) {
        return product.get(member) instanceof Value.Text(var text) ? text : "";
    }
}
