package dev.prodigy.engine.step.result;

import dev.prodigy.model.event.Outputs;
import dev.prodigy.model.value.FieldsReader;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What one execution of a step brought forth, good or not: what `${shell.output}` and its kin are read from
/// (spec 01 §7).
///
/// @param output what `.output` gives
/// @param exitCode null for kinds that are no program
/// @param further members of single kinds: an agent's usage, a loop's results
/// @param trace what it left for people to look at; not kept in the journal
public record Product(
        String output,
        String stdout,
        String stderr,
        @Nullable Integer exitCode,
        boolean success,
        long durationMs,
        boolean truncated,
        Value.Fields further,
        Trace trace) {

    /// The further member with both streams as they arrived.
    public static final String COMBINED = "combined";

    private static final List<String> OF_ROUNDS = List.of("results", "successful", "failed", "total");
    private static final List<String> OF_AGENT = List.of("model", "cost_usd", "usage", "log");

    /// The exit code of what a limit ended.
    public static final int TIMED_OUT = 124;

    /// Nothing was brought forth.
    public static final Product NONE =
            new Product("", "", "", null, true, 0, false, new FieldsWriter().done(), Trace.NONE);

    /// @return what a kind that is no program brought forth
    public static Product of(String output, long durationMs) {
        return new Product(output, output, "", 0, true, durationMs, false, new FieldsWriter().done(), Trace.NONE);
    }

    /// @return the same, but failed; `.output` is then both streams as they arrived, without the line ends behind them
    public Product failed(String both) {
        var output = CaptureReader.withoutLineEnds(both);
        return new Product(output, stdout, stderr, exitCode, false, durationMs, truncated, further, trace);
    }

    /// @return the same, where the text on stdout is to be another
    public Product saying(String text, boolean cut) {
        return new Product(output, text, stderr, exitCode, success, durationMs, cut, further, trace);
    }

    /// @return the same with another exit code
    public Product exited(@Nullable Integer code) {
        return new Product(output, stdout, stderr, code, success, durationMs, truncated, further, trace);
    }

    /// @return the same with further members
    public Product with(Value.Fields more) {
        return new Product(
                output,
                stdout,
                stderr,
                exitCode,
                success,
                durationMs,
                truncated,
                new FieldsWriter().putAll(further).putAll(more).done(),
                trace);
    }

    /// @return the same with the outputs of another workflow
    public Product with(Outputs outputs) {
        return with(outputs.write(new FieldsWriter()).done());
    }

    /// @return the outputs of another workflow, if it was one
    public Outputs outputs() {
        return Outputs.read(new FieldsReader(further));
    }

    /// @return what took this one's place; what the rounds of a loop came to, and what an agent told of itself, stays
    ///     readable where the other tells no such thing (spec 01 §2, §7)
    Product replacedBy(Product other) {
        return new Product(
                other.output,
                other.stdout,
                other.stderr,
                other.exitCode,
                other.success,
                other.durationMs,
                other.truncated,
                new FieldsWriter()
                        .putAll(among(OF_ROUNDS))
                        .putAll(among(OF_AGENT))
                        .putAll(other.further)
                        .done(),
                other.trace);
    }

    private Value.Fields among(List<String> names) {
        var out = new FieldsWriter();
        names.forEach(name -> out.put(name, further.get(name)));
        return out.done();
    }

    /// @return the same, with what an execution left that was part of this one
    public Product traced(Trace left) {
        return new Product(output, stdout, stderr, exitCode, success, durationMs, truncated, further, left);
    }

    /// @return both streams as they arrived, where the workflow asks for that; else one after the other
    public String combined() {
        return further.get(COMBINED) instanceof Value.Text(var text) ? text : stdout + stderr;
    }

    /// @return the duration in seconds
    public Value seconds() {
        return new Value.Num(BigDecimal.valueOf(durationMs, 3));
    }

    /// @return the object that the journal keeps
    public Value.Fields toFields() {
        var out = new FieldsWriter().put("stdout", stdout);
        if (!output.equals(stdout)) {
            out.put("output", output);
        }
        if (!stderr.isEmpty()) {
            out.put("stderr", stderr);
        }
        out.put("exit_code", exitCode == null ? null : Long.valueOf(exitCode))
                .put("success", success)
                .put("duration_ms", durationMs);
        if (truncated) {
            out.put("truncated", true);
        }
        if (!further.members().isEmpty()) {
            out.put("further", further);
        }
        return out.done();
    }

    /// @return what {@link #toFields} wrote
    public static Product read(Value.Fields fields) {
        var in = new FieldsReader(fields);
        var stdout = in.textOrNull("stdout");
        var output = in.textOrNull("output");
        var stderr = in.textOrNull("stderr");
        var code = in.numberOrNull("exit_code");
        return new Product(
                output == null ? stdout == null ? "" : stdout : output,
                stdout == null ? "" : stdout,
                stderr == null ? "" : stderr,
                code == null ? null : Math.toIntExact(code),
                in.truth("success"),
                in.number("duration_ms"),
                in.truth("truncated"),
                in.fields("further"),
                Trace.NONE);
    }
}
