package dev.prodigy.lang.items;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ItemFormatsTest {
    @ParameterizedTest
    @CsvSource({
        "items.json, JSON", "items.jsonl, JSONL", "items.ndjson, JSONL", "items.csv, CSV", "items.tsv, TSV",
        "items.yaml, YAML", "items.yml, YAML", "items.txt, LINES", "dir.d/ITEMS.JSON, JSON", "a.json.txt, LINES"
    })
    void theSuffixStandsForAFormat(String file, ItemFormats format) {
        assertThat(ItemFormats.ofFile(file)).contains(format);
    }

    @ParameterizedTest
    @ValueSource(strings = {"items", "items.", "items.log", "json", "a.json/b", ""})
    void anotherSuffixStandsForNone(String file) {
        assertThat(ItemFormats.ofFile(file)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void aFormatIsFoundByItsWord(ItemFormats format) {
        assertThat(ItemFormats.named(format.word())).contains(format);
    }

    @ParameterizedTest
    @ValueSource(strings = {"JSON", "ndjson", "text", ""})
    void anotherWordIsNoFormat(String word) {
        assertThat(ItemFormats.named(word)).isEmpty();
    }
}
