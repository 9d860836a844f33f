package dev.prodigy.runtime.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prodigy.model.value.Value;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LineTest {
    private static final Instant TIME = Instant.parse("2026-01-31T12:00:00.123Z");

    @Test
    void aLineHasExactlyTheFormOfTheSpec() {
        var entry = new Entry(
                17,
                TIME,
                5123,
                "agent_started",
                "mapreduce-20260131T120000123-abc123",
                16L,
                TestJournal.fields("{\"item_id\":\"item-007\",\"n\":1.50}"));
        assertThat(encode(entry))
                .isEqualTo("{\"v\":1,\"seq\":17,\"timestamp\":\"2026-01-31T12:00:00.123Z\",\"elapsed_ms\":5123,"
                        + "\"event_type\":\"agent_started\",\"run_id\":\"mapreduce-20260131T120000123-abc123\","
                        + "\"item_id\":\"item-007\",\"n\":1.50,\"cause\":16,\"crc\":\"7e04c85c\"}\n");
    }

    @Test
    void theChecksumIsThatOfGzipOverTheBytesBeforeIt() {
        var line = encode(TestJournal.entry(3, "{\"text\":\"größer 🚀\"}"));
        var crc = new CRC32();
        crc.update(line.substring(0, line.indexOf(",\"crc\":")).getBytes(UTF_8));
        assertThat(line).endsWith(",\"crc\":\"%08x\"}\n".formatted(crc.getValue()));
    }

    @ParameterizedTest
    @CsvSource({
        "2026-01-31T12:00:00Z, 2026-01-31T12:00:00.000Z",
        "2026-01-31T12:00:00.000999Z, 2026-01-31T12:00:00.000Z",
        "2026-01-31T12:00:00.987654321Z, 2026-01-31T12:00:00.987Z",
        "2026-01-31T23:59:59.009Z, 2026-01-31T23:59:59.009Z",
        "1970-01-01T00:00:00.1Z, 1970-01-01T00:00:00.100Z",
        "2000-02-29T00:00:00Z, 2000-02-29T00:00:00.000Z",
    })
    void timesHaveMilliseconds(Instant time, String text) {
        var entry = new Entry(1, time, 0, "a", "r", null, TestJournal.fields("{}"));
        assertThat(encode(entry)).contains("\"timestamp\":\"" + text + "\"");
        assertThat(decode(entry).timestamp()).isEqualTo(Instant.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"a\":null,\"b\":true,\"c\":false,\"d\":-0.10,\"e\":12345678901234567890.123,\"f\":1E+400,\"g\":\"\"}",
                "{\"a\":[],\"b\":{},\"c\":[[1,[2]],{\"d\":{\"e\":[null]}}]}",
                "{\"a\":\"\\u0000\\u001f\\\"\\\\/\\b\\f\\n\\r\\t\\u007f\\u2028\"}",
                "{\"größe\":\"ä€🚀\",\"\\\"\\\\\":1,\"\":2}",
                "{\"lone\":\"\\ud800 \\udfff\"}",
                "{\"a\":\",\\\"crc\\\":\\\"00000000\\\"}\"}",
                "{\"nested\":{\"seq\":5,\"crc\":\"x\",\"cause\":3}}"
            })
    void whatIsWrittenIsRead(String fields) {
        var entry = TestJournal.entry(2, fields);
        assertThat(decode(entry).entry()).isEqualTo(entry);
        assertThat(encode(entry)).endsWith("\n").hasLineCount(1);
    }

    @Test
    void deepNestingIsRead() {
        var entry = TestJournal.entry(2, "{\"a\":" + "[".repeat(400) + "]".repeat(400) + "}");
        assertThat(decode(entry).entry()).isEqualTo(entry);
    }

    @Test
    void randomEntriesAreRead() {
        var random = new Random(42);
        for (int i = 0; i < 2000; i++) {
            var fields = new LinkedHashMap<String, Value>();
            for (int f = random.nextInt(6); f > 0; f--) {
                fields.put("f" + text(random), value(random, 3));
            }
            Long cause = random.nextBoolean() ? 1 + random.nextLong(i + 1) : null;
            var time = Instant.ofEpochMilli(random.nextLong(4_000_000_000_000L));
            var entry = new Entry(
                    i + 2,
                    time,
                    random.nextLong(1L << 50),
                    "type_" + i,
                    "run-" + i % 3,
                    cause,
                    new Value.Fields(fields));
            assertThat(decode(entry).entry()).isEqualTo(entry);
        }
    }

    @Test
    void fieldsAreFoundWithoutBuildingTheOthers() {
        var line = decode(TestJournal.entry(9, """
                {"inner":{"item_id":"wrong","n":[1,{"item_id":"wrong"}]},"item_id":"item-1","escaped":"a\\"b\\\\","n":42,
                "negative":-7,"real":1.5,"big":1234567890123456789,"yes":true,"no":false,"nothing":null,"empty":"","last":"x"}
                """));
        assertThat(line.text("item_id")).isEqualTo("item-1");
        assertThat(line.text("escaped")).isEqualTo("a\"b\\");
        assertThat(line.text("empty")).isEmpty();
        assertThat(line.text("last")).isEqualTo("x");
        assertThat(line.text("n")).isNull();
        assertThat(line.text("inner")).isNull();
        assertThat(line.text("missing")).isNull();
        assertThat(line.number("n", -1)).isEqualTo(42);
        assertThat(line.number("negative", -1)).isEqualTo(-7);
        assertThat(line.number("real", -1)).isEqualTo(-1);
        assertThat(line.number("big", -1)).isEqualTo(-1);
        assertThat(line.number("item_id", -1)).isEqualTo(-1);
        assertThat(line.number("missing", -1)).isEqualTo(-1);
        assertThat(line.isTrue("yes")).isTrue();
        assertThat(line.isTrue("no")).isFalse();
        assertThat(line.isTrue("missing")).isFalse();
        assertThat(line.has("nothing")).isTrue();
        assertThat(line.has("missing")).isFalse();
        assertThat(line.value("inner"))
                .isEqualTo(TestJournal.fields("{\"item_id\":\"wrong\",\"n\":[1,{\"item_id\":\"wrong\"}]}"));
        assertThat(line.value("big")).isEqualTo(Value.of(1234567890123456789L));
        assertThat(line.value("missing")).isNull();
        assertThat(line.number("cause", -1)).isEqualTo(8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{]", "\"a\":1,", "{\"a\":}", "{\"a\":\"}", "{\"a\":[}", "{a:1}"})
    void aRightChecksumOverBrokenJsonIsDamage(String fields) {
        var line = decode(sealed(head() + "," + fields.substring(1, fields.length() - 1)));
        assertThatThrownBy(line::entry).isInstanceOf(JournalDamaged.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"v":1,"seq":1,"timestamp":"2026-01-31T12:00:00.123Z","elapsed_ms":0,"event_type":"a","run_id":"r"   | VALID
            {"v":1,"seq":0,"timestamp":"2026-01-31T12:00:00.123Z","elapsed_ms":0,"event_type":"a","run_id":"r"   | NO_LINE
            {"v":1,"seq":-1,"timestamp":"2026-01-31T12:00:00.123Z","elapsed_ms":0,"event_type":"a","run_id":"r"  | NO_LINE
            {"v":1,"seq":9999999999999999999,"timestamp":"2026-01-31T12:00:00.123Z","elapsed_ms":0,"event_type":"a","run_id":"r" | NO_LINE
            {"v":1,"seq":1,"timestamp":"2026-02-30T12:00:00.123Z","elapsed_ms":0,"event_type":"a","run_id":"r"   | NO_LINE
            {"v":1,"seq":1,"timestamp":"2026-01-31 12:00:00.123Z","elapsed_ms":0,"event_type":"a","run_id":"r"   | NO_LINE
            {"v":1,"seq":1,"timestamp":"2026-01-31T12:00:00Z","elapsed_ms":0,"event_type":"a","run_id":"r"       | NO_LINE
            {"v":1,"seq":1,"timestamp":"2026-01-31T12:00:00.123Z","elapsed_ms":-1,"event_type":"a","run_id":"r"  | NO_LINE
            {"v":1,"seq":1,"timestamp":"2026-01-31T12:00:00.123Z","elapsed_ms":0,"event_type":"","run_id":"r"    | NO_LINE
            {"v":1,"seq":1,"timestamp":"2026-01-31T12:00:00.123Z","elapsed_ms":0,"event_type":"a"                | NO_LINE
            {"v":1,"seq":1                                                                                       | NO_LINE
            {"v":1                                                                                               | NO_LINE
            {"v":0,"seq":1                                                                                       | NO_LINE
            {"seq":1                                                                                             | NO_LINE
            {"v":2,"other":1                                                                                     | NEWER
            {"v":10                                                                                              | NEWER
            """)
    void aSealedLineIsJudgedByItsEnvelope(String line, Envelope.Verdict verdict) {
        var bytes = sealed(line.strip()).getBytes(UTF_8);
        assertThat(new Envelope().read(bytes, 0, bytes.length - 1)).isEqualTo(verdict);
    }

    @ParameterizedTest
    @ValueSource(strings = {"v", "seq", "timestamp", "elapsed_ms", "event_type", "run_id", "cause", "crc"})
    void aFieldCannotHaveANameOfTheEnvelope(String name) {
        var entry = TestJournal.entry(1, "{\"a\":1,\"" + name + "\":2}");
        assertThatThrownBy(() -> encode(entry))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(name);
    }

    @Test
    void anEncoderGoesOnAfterAnEntryItRefused() {
        var encoder = new LineEncoder(1, Set.of());
        encoder.encode(List.of(TestJournal.entry(1)));
        var before = text(encoder.lines());
        var refused = List.of(TestJournal.entry(2), TestJournal.entry(3, "{\"crc\":1}"));
        assertThatThrownBy(() -> encoder.encode(refused)).isInstanceOf(IllegalArgumentException.class);
        assertThat(text(encoder.lines())).isEqualTo(before);
        encoder.encode(List.of(TestJournal.entry(2)));
        assertThat(text(encoder.lines())).isEqualTo(before + encode(TestJournal.entry(2)));
    }

    @Test
    void anEntryChecksItsNumbersAndNames() {
        var none = TestJournal.fields("{}");
        assertThatThrownBy(() -> new Entry(0, TIME, 0, "a", "r", null, none))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Entry(1, TIME, -1, "a", "r", null, none))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Entry(1, TIME, 0, "a\"", "r", null, none))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Entry(1, TIME, 0, "a", "", null, none))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Entry(5, TIME, 0, "a", "r", 5L, none))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /// What is remembered of the line before must not be taken for what stands in this one.
    @Test
    void eachLineHasTheRunThatStandsInIt() {
        var envelope = new Envelope();
        for (var run : List.of("r", "r", "run", "r", "s", "run")) {
            var entry = new Entry(1, TIME, 0, "a", run, null, TestJournal.fields("{\"n\":\"" + run + "\"}"));
            assertThat(read(envelope, encode(entry))).isEqualTo(Envelope.Verdict.VALID);
            assertThat(envelope.runId).isEqualTo(run);
        }
    }

    private static String head() {
        return "{\"v\":1,\"seq\":1,\"timestamp\":\"2026-01-31T12:00:00.123Z\",\"elapsed_ms\":0,\"event_type\":\"a\",\"run_id\":\"r\"";
    }

    static String sealed(String unfinished) {
        var bytes = new Bytes();
        bytes.write(unfinished.getBytes(UTF_8));
        new Seal().append(bytes, 0);
        return text(bytes) + "\n";
    }

    static String encode(Entry entry) {
        var encoder = new LineEncoder(1, Set.of());
        encoder.encode(List.of(entry));
        return text(encoder.lines());
    }

    private static Line decode(Entry entry) {
        return decode(encode(entry));
    }

    private static Line decode(String text) {
        var envelope = new Envelope();
        assertThat(read(envelope, text)).isEqualTo(Envelope.Verdict.VALID);
        var line = new Line(envelope);
        line.stand(Path.of("f"), 1, 0);
        return line;
    }

    private static Envelope.Verdict read(Envelope envelope, String text) {
        var bytes = text.getBytes(UTF_8);
        return envelope.read(bytes, 0, bytes.length - 1);
    }

    private static String text(Bytes bytes) {
        return new String(bytes.array(), 0, bytes.length(), UTF_8);
    }

    private static Value value(Random random, int depth) {
        return switch (random.nextInt(depth > 0 ? 7 : 5)) {
            case 0 -> Value.Null.NULL;
            case 1 -> Value.of(random.nextBoolean());
            case 2 -> Value.of(random.nextLong());
            case 3 -> new Value.Num(BigDecimal.valueOf(random.nextLong(), random.nextInt(40) - 20));
            case 4 -> Value.of(text(random));
            case 5 -> {
                var values = new ArrayList<Value>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    values.add(value(random, depth - 1));
                }
                yield new Value.Items(values);
            }
            default -> {
                var members = new LinkedHashMap<String, Value>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    members.put(text(random), value(random, depth - 1));
                }
                yield new Value.Fields(members);
            }
        };
    }

    private static String text(Random random) {
        var text = new StringBuilder();
        for (int i = random.nextInt(8); i > 0; i--) {
            text.append((char) (random.nextBoolean() ? random.nextInt(128) : random.nextInt(0x10000)));
        }
        return text.toString();
    }
}
