package dev.prodigy.lang.items;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.workflow.ItemFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FormatOfFileTest {
    @ParameterizedTest
    @CsvSource({
        "items.json, JSON", "items.jsonl, JSONL", "items.ndjson, JSONL", "items.csv, CSV", "items.tsv, TSV",
        "items.yaml, YAML", "items.yml, YAML", "items.txt, LINES", "dir.d/ITEMS.JSON, JSON", "a.json.txt, LINES"
    })
    void theSuffixStandsForAFormat(String file, ItemFormat format) {
        assertThat(FormatOfFile.named(file)).isEqualTo(format);
    }

    @ParameterizedTest
    @ValueSource(strings = {"items", "items.", "items.log", "json", "a.json/b", ""})
    void anotherSuffixStandsForNone(String file) {
        assertThat(FormatOfFile.named(file)).isNull();
    }
}
