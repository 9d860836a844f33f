package dev.prodigy.model.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.value.FieldsReader;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OutputsTest {
    private static final Value.Fields VALUES = new FieldsWriter()
            .put("text", "t")
            .put("empty", Value.Null.NULL)
            .put("absent", Value.Null.NULL)
            .done();

    @Test
    void whatIsNullAndWasAvailableIsToldFromWhatWasNot() {
        var outputs = new Outputs(VALUES, List.of("empty"));

        var read =
                Outputs.read(new FieldsReader(outputs.write(new FieldsWriter()).done()));

        assertThat(read).isEqualTo(outputs);
        assertThat(read.names()).containsExactly("text", "empty");
    }

    /// As a journal has it that was written before there were such names.
    @Test
    void withoutNamesNoNullWasAvailable() {
        var read = Outputs.read(
                new FieldsReader(new FieldsWriter().put("outputs", VALUES).done()));

        assertThat(read.names()).containsExactly("text");
        assertThat(read.write(new FieldsWriter()).done().members()).containsOnlyKeys("outputs");
    }

    @Test
    void whatIsLeftOutIsNoNull() {
        var chosen = Outputs.available(VALUES).with(new Value.Fields(Map.of("text", Value.of("t"))));

        assertThat(chosen.nulls()).isEmpty();
    }
}
