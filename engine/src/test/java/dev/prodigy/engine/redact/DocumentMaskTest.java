package dev.prodigy.engine.redact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.lang.json.Json;
import dev.prodigy.model.value.Value;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A secret may be a word that the program itself uses, or a number (spec 02 §11, 05 §9).
class DocumentMaskTest {
    private static final Redactor REDACTOR = Redactor.of(
            List.of(
                    "status",
                    "completed",
                    "item",
                    "setup",
                    "shell",
                    "true",
                    "1000",
                    "2026",
                    "commands",
                    "output",
                    "EXIT_1",
                    "canary-7"),
            List.of());

    private static String masked(String type, String document) {
        return Json.write(REDACTOR.redactDocument(type, (Value.Fields) Json.parse(document)));
    }

    @Test
    void theProgramsOwnWordsStay() {
        for (var document : List.of(
                "{\"status\":\"completed\",\"items\":{\"total\":1000},\"duration_ms\":2026}",
                "{\"kind\":\"shell\",\"log\":\"logs/setup/00-shell\",\"until\":\"2026-01-01T00:00:00.000Z\"}",
                "{\"captured\":{\"outcome\":\"completed\",\"product\":{\"output\":\"o\",\"success\":true}}}",
                "{\"error\":{\"code\":\"EXIT_1\",\"cause\":{\"codes\":[\"EXIT_1\"],\"node_id\":\"commands[0].do[1]\"}}}",
                "{\"steps\":[{\"step\":\"commands[0]\",\"status\":\"completed\"}],\"reason\":\"completed\"}",
                "{\"params\":{\"output\":\"p\"},\"error_clusters\":[{\"items\":[\"item-001\"]}]}")) {
            assertThat(masked("any_event", document)).isEqualTo(document);
        }
    }

    @Test
    void whatCameFromTheWorldIsMasked() {
        assertThat(masked("any_event", """
                {"command":"echo canary-7","params":{"P":"canary-7"},"reason":"it said canary-7","unheard_of":"canary-7",
                "error":{"message":"canary-7","output_tail":"canary-7 1000","cause":{"message":"completed"}},
                "captured":{"value":{"canary-7":1000,"status":"completed"},"product":{"stdout":"canary-7"},
                "left":{"namespaces":{"handler":{"output":"canary-7"}}}},
                "unheard_of_too":{"canary-7":["canary-7"]},"steps":[{"step":"name canary-7"}]}""")).doesNotContain("canary-7").contains("\"cause\":{\"message\":\"***\"}");
    }

    @Test
    void aNumberThatAStepCapturedIsMasked() {
        assertThat(masked("step_completed", "{\"exit_code\":1000,\"captured\":{\"value\":1000,\"commits\":2026}}"))
                .isEqualTo("{\"exit_code\":1000,\"captured\":{\"value\":\"***\",\"commits\":2026}}");
        assertThat(masked("step_completed", "{\"captured\":{\"value\":-1000.5}}"))
                .doesNotContain("1000");
    }

    @Test
    void aNameMayBeAWordInOneEventAndTextInAnother() {
        var document = "{\"command\":\"completed\"}";
        assertThat(masked("control_received", document)).isEqualTo(document);
        assertThat(masked("step_started", document)).isEqualTo("{\"command\":\"***\"}");
    }
}
