package dev.prodigy.engine.item;

import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;

/// How many items are where: `total = successful + failed + skipped + pending` at every moment (spec 03
/// §1).
public record Counts(int total, int successful, int failed, int skipped) {

    /// @return items with an outcome
    public int processed() {
        return successful + failed + skipped;
    }

    /// @return items without an outcome: waiting and running ones too
    public int pending() {
        return total - successful - failed - skipped;
    }

    /// @return these, with more of the pending items among those that failed
    public Counts failing(int more) {
        return new Counts(total, successful, failed + more, skipped);
    }

    /// @return the object of results and events (spec 00)
    public Value.Fields toFields() {
        return new FieldsWriter()
                .put("total", total)
                .put("successful", successful)
                .put("failed", failed)
                .put("skipped", skipped)
                .put("pending", pending())
                .done();
    }
}
