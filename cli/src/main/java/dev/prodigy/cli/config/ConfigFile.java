package dev.prodigy.cli.config;

import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Nearest;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.Problems;
import dev.prodigy.lang.decode.workflow.AgentBlock;
import dev.prodigy.lang.decode.workflow.AgentShape;
import dev.prodigy.lang.expr.pattern.InvalidPattern;
import dev.prodigy.lang.expr.pattern.Regex;
import dev.prodigy.lang.yaml.DataValue;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.lang.yaml.Yaml;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.source.Span;
import dev.prodigy.model.value.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One configuration file, read and checked. Unknown keys are warnings.
final class ConfigFile {
    private final String name;
    private final ConfigSource source;
    private final Map<ConfigKey, ConfigValue> values = new EnumMap<>(ConfigKey.class);
    private final List<Problem> problems = new ArrayList<>();
    private Map<String, AgentBlock> agents = Map.of();

    private ConfigFile(String name, ConfigSource source) {
        this.name = name;
        this.source = source;
    }

    /// @return the file's content; nothing where there is no such file, or only comments in it
    static ConfigFile read(Path path, ConfigSource source) {
        var file = new ConfigFile(path.toString(), source);
        if (!Files.exists(path)) {
            return file;
        }
        try {
            var document = Yaml.read(file.name, Files.readAllBytes(path));
            if (document.isEmpty()) {
                return file;
            }
            file.problems.addAll(document.problems());
            switch (document.root()) {
                case null -> {}
                case Node.Mapping mapping -> file.mapping("", mapping);
                case Node.Scalar scalar when scalar.isNull() -> {}
                case Node other ->
                    file.problems.add(Problem.error(
                            ProblemCode.WRONG_DOCUMENT, "a configuration is a map of keys", other.span(), ""));
            }
        } catch (IOException e) {
            file.problems.add(
                    Problem.error(ProblemCode.UNREADABLE, "cannot read " + path, Span.startOf(file.name), ""));
        }
        return file;
    }

    private void mapping(String above, Node.Mapping mapping) {
        for (var entry : mapping.entries()) {
            var path = above.isEmpty() ? entry.key() : above + "." + entry.key();
            var key = ConfigKey.of(path);
            if (key.isPresent()) {
                take(key.get(), entry.value());
            } else if (isGroup(path)) {
                group(path, entry.value());
            } else {
                problems.add(
                        Problem.warning(ProblemCode.UNKNOWN_KEY, "unknown key `" + path + "`", entry.keySpan(), path)
                                .suggesting(Nearest.to(path, ConfigKey.paths())));
            }
        }
    }

    private void group(String path, Node node) {
        switch (node) {
            case Node.Mapping below -> mapping(path, below);
            case Node.Scalar scalar when scalar.isNull() -> {}
            case Node other ->
                problems.add(Problem.error(
                        ProblemCode.INVALID_VALUE,
                        "`" + path + "` must be a map with " + String.join(", ", members(path)) + ", not "
                                + shown(other),
                        other.span(),
                        path));
        }
    }

    private static List<String> members(String group) {
        return ConfigKey.paths().stream()
                .filter(each -> each.startsWith(group + "."))
                .map(each -> each.substring(group.length() + 1))
                .toList();
    }

    private static boolean isGroup(String path) {
        return !members(path).isEmpty();
    }

    private void take(ConfigKey key, Node node) {
        if (node instanceof Node.Scalar scalar && scalar.isNull()) {
            return;
        }
        var value = value(key, node);
        if (value == null) {
            problems.add(Problem.error(
                    ProblemCode.INVALID_VALUE,
                    "`" + key.path() + "` must be " + key.expects() + ", not " + shown(node),
                    node.span(),
                    key.path()));
        } else {
            values.put(key, new ConfigValue(value, source, node.span().toString()));
        }
    }

    private @Nullable Value value(ConfigKey key, Node node) {
        return switch (key.form()) {
            case PARALLELISM, TEXT, WORD, SIZE, DURATION ->
                node instanceof Node.Scalar scalar ? key.read(scalar.text()) : null;
            case LIST, PATTERNS -> texts(key, node);
            case MAP -> node instanceof Node.Mapping ? DataValue.of(node) : null;
            case AGENTS -> agents(node);
        };
    }

    private static @Nullable Value texts(ConfigKey key, Node node) {
        if (!(node instanceof Node.Sequence(var items, var _, var _))) {
            return null;
        }
        var texts = new ArrayList<String>();
        for (var item : items) {
            if (!(item instanceof Node.Scalar scalar)
                    || (key.form() == ConfigKey.Form.PATTERNS && !isPattern(scalar.text()))) {
                return null;
            }
            texts.add(scalar.text());
        }
        return Value.ofTexts(texts);
    }

    static boolean isPattern(String text) {
        try {
            Regex.parse(text);
            return true;
        } catch (InvalidPattern e) {
            return false;
        }
    }

    private @Nullable Value agents(Node node) {
        var found = new Problems();
        var decoding = new Decoding(found);
        var blocks = AgentShape.AGENTS.read(node, Place.root(decoding).key("agents"));
        decoding.settingsOfRun()
                .forEach(open -> found.add(Problem.error(
                                ProblemCode.INVALID_VALUE,
                                "a configuration file knows no variables: `" + open.text() + "` stays without a value",
                                open.text().span(),
                                open.path())
                        .hinting("Write the value itself, or set it in the workflow's own agents.")));
        problems.addAll(found.ordered(name));
        if (blocks != null) {
            agents = Map.copyOf(blocks);
        }
        return DataValue.of(node);
    }

    private static String shown(Node node) {
        return node instanceof Node.Scalar scalar ? "`" + scalar.text() + "`" : node.describe();
    }

    Map<ConfigKey, ConfigValue> values() {
        return values;
    }

    List<Problem> problems() {
        return problems;
    }

    Map<String, AgentBlock> agents() {
        return agents;
    }
}
