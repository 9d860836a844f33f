package dev.prodigy.lang.yaml;

import dev.prodigy.model.value.Value;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.constructor.StandardConstructor;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.representer.StandardRepresenter;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/// YAML documents that a workflow writes: values in and out, not workflow files (spec 01 §2, `write_file`).
public final class YamlText {
    private static final int MAX_ALIASES = 100;
    private static final int MAX_EXPONENT = 10_000;
    /// A letter first, and nothing that YAML gives a meaning: never a number, a date or a sign.
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_/][A-Za-z0-9_./@%+-]*( [A-Za-z0-9_./@%+-]+)*");
    private static final Pattern LINES = Pattern.compile("[^\\p{Cntrl}\\s][^\\p{Cntrl}]*(\\n[^\\p{Cntrl}]*)*");
    private static final Set<String> WORDS = Set.of("true", "false", "yes", "no", "on", "off", "y", "n", "null", "nan");

    private YamlText() {}

    /// @return the document's value, or null when the text is not one YAML document
    public static @Nullable Value parse(String text) {
        try {
            var settings = LoadSettings.builder()
                    .setSchema(new CoreSchema())
                    .setAllowDuplicateKeys(false)
                    .setMaxAliasesForCollections(MAX_ALIASES)
                    .setCodePointLimit(Integer.MAX_VALUE)
                    .setBufferSize(Buffer.size(text))
                    .build();
            return value(new Load(settings, new SpellingConstructor(settings)).loadFromString(text));
        } catch (YamlEngineException | IllegalArgumentException e) {
            return null;
        }
    }

    /// @return the value in block style, indented by two, with a final line end
    public static String write(Value value) {
        var settings = DumpSettings.builder()
                .setDefaultFlowStyle(FlowStyle.BLOCK)
                .setIndent(2)
                .setDereferenceAliases(true) // values that are one object by chance are not one to readers
                .build();
        return new Dump(settings, new QuotingRepresenter(settings)).dumpToString(plain(value));
    }

    /// Keeps how numbers are spelled.
    private static final class SpellingConstructor extends StandardConstructor {
        SpellingConstructor(LoadSettings settings) {
            super(settings);
            var other = tagConstructors.get(Tag.FLOAT);
            tagConstructors.put(Tag.FLOAT, node -> {
                var spelled = node instanceof ScalarNode scalar ? number(scalar.getValue()) : null;
                return spelled == null && other != null ? other.construct(node) : spelled;
            });
        }

        /// @return null for `.inf`, `.nan`, and for numbers that are too large to be written down
        private static @Nullable BigDecimal number(String text) {
            try {
                var number = new BigDecimal(text);
                return Math.abs((long) number.scale()) > MAX_EXPONENT ? null : number;
            } catch (NumberFormatException e) {
                return null;
            }
        }
    }

    /// Quotes every text that a reader of some YAML version would take for anything else.
    private static final class QuotingRepresenter extends StandardRepresenter {
        QuotingRepresenter(DumpSettings settings) {
            super(settings);
            representers.put(
                    String.class,
                    text -> isPlain((String) text)
                            ? representScalar(Tag.STR, (String) text, ScalarStyle.PLAIN)
                            : representScalar(Tag.STR, (String) text, quoted((String) text)));
            representers.put(
                    BigDecimal.class,
                    number -> representScalar(Tag.FLOAT, spelled((BigDecimal) number), ScalarStyle.PLAIN));
        }

        /// With a point also where there is an exponent: without one it is a text to readers of older versions.
        private static String spelled(BigDecimal number) {
            var text = number.toString();
            int exponent = text.indexOf('E');
            return exponent < 0 || text.indexOf('.') >= 0
                    ? text
                    : text.substring(0, exponent) + ".0" + text.substring(exponent);
        }

        private static ScalarStyle quoted(String text) {
            return text.contains("\n") && LINES.matcher(text).matches()
                    ? ScalarStyle.LITERAL
                    : ScalarStyle.SINGLE_QUOTED;
        }

        private static boolean isPlain(String text) {
            return PLAIN.matcher(text).matches() && !WORDS.contains(text.toLowerCase(Locale.ROOT));
        }
    }

    private static Value value(@Nullable Object loaded) {
        return switch (loaded) {
            case null -> Value.Null.NULL;
            case Boolean truth -> Value.of((boolean) truth);
            case Integer number -> Value.of((long) number);
            case Long number -> Value.of((long) number);
            case BigInteger number -> new Value.Num(new BigDecimal(number));
            case Double number -> Value.of((double) number);
            case BigDecimal number -> new Value.Num(number);
            case List<?> list -> {
                var values = new ArrayList<Value>();
                list.forEach(each -> values.add(value(each)));
                yield new Value.Items(values);
            }
            case Map<?, ?> map -> {
                var members = new LinkedHashMap<String, Value>();
                map.forEach((key, each) -> members.put(String.valueOf(key), value(each)));
                yield new Value.Fields(members);
            }
            default -> Value.of(String.valueOf(loaded));
        };
    }

    private static @Nullable Object plain(Value value) {
        return switch (value) {
            case Value.Null _ -> null;
            case Value.Bool bool -> bool.isTrue();
            case Value.Num(var number) -> number.scale() == 0 ? number.toBigInteger() : (Object) number;
            case Value.Text(var text) -> text;
            case Value.Items(var values) -> values.stream().map(YamlText::plain).toList();
            case Value.Fields(var members) -> {
                var map = new LinkedHashMap<String, @Nullable Object>();
                members.forEach((name, each) -> map.put(name, plain(each)));
                yield map;
            }
        };
    }
}
