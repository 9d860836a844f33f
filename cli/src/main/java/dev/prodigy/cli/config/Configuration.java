package dev.prodigy.cli.config;

import dev.prodigy.cli.output.Console;
import dev.prodigy.cli.place.Homes;
import dev.prodigy.cli.place.WorkingTree;
import dev.prodigy.lang.decode.ConfiguredVariable;
import dev.prodigy.lang.decode.Durations;
import dev.prodigy.lang.decode.Sizes;
import dev.prodigy.lang.decode.workflow.AgentBlock;
import dev.prodigy.lang.decode.workflow.AgentShape;
import dev.prodigy.lang.expr.value.ValueText;
import dev.prodigy.lang.load.LoadOptions;
import dev.prodigy.model.env.SecretNames;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.value.Value;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What is configured for a call, key by key: the environment over the repository's file over the
/// user's file over the defaults. The command line stands above, the workflow between environment and
/// files; both are known to commands only.
public final class Configuration {
    private final ConfigFile user;
    private final ConfigFile project;
    private final EnvironmentLayer environment;

    private Configuration(ConfigFile user, ConfigFile project, EnvironmentLayer environment) {
        this.user = user;
        this.project = project;
        this.environment = environment;
    }

    /// Reads what there is for a call; what is wrong is told by {@link #problems}.
    public static Configuration of(Console console) {
        return of(console, console.directory());
    }

    /// Reads what there is for a run; what is wrong is told by {@link #problems}.
    ///
    /// @param directory in which the run was started
    public static Configuration of(Console console, Path directory) {
        return new Configuration(
                ConfigFile.read(Homes.of(console).config(), ConfigSource.USER),
                ConfigFile.read(projectFile(directory), ConfigSource.PROJECT),
                EnvironmentLayer.read(console.environment()));
    }

    /// @return where the repository's file is, or would be
    static Path projectFile(Path directory) {
        var root = WorkingTree.around(directory);
        return (root == null ? directory : root).resolve(".prodigy").resolve("config.yml");
    }

    /// @return all values of a key, the highest first; maps are merged, name by name
    public List<ConfigValue> all(ConfigKey key) {
        var found = new ArrayList<ConfigValue>();
        for (var values : List.of(environment.values(), project.values(), user.values())) {
            var value = values.get(key);
            if (value != null) {
                found.add(value);
            }
        }
        var usual = key.usual();
        if (usual != null) {
            found.add(new ConfigValue(usual, ConfigSource.DEFAULT, "built in"));
        }
        return found;
    }

    /// @return the value that holds, or null where none does
    public @Nullable ConfigValue find(ConfigKey key) {
        var all = all(key);
        return all.isEmpty() ? null : all.getFirst();
    }

    /// @return the text of a value that holds, or null
    public @Nullable String text(ConfigKey key) {
        var found = find(key);
        return found != null && found.value() instanceof Value.Text(var text) ? text : null;
    }

    /// @return the text that a variable of the environment gives a key, or null: it stands above the
    ///     workflow
    public @Nullable Value aboveTheWorkflow(ConfigKey key) {
        var found = environment.values().get(key);
        return found == null ? null : found.value();
    }

    /// @return the bytes of a key that has a default
    public long bytes(ConfigKey key) {
        var text = text(key);
        var bytes = text == null ? null : Sizes.parse(text);
        return bytes == null ? 0 : bytes;
    }

    /// @return the duration of a key that has a default
    public Duration duration(ConfigKey key) {
        var text = text(key);
        var duration = text == null ? null : Durations.parse(text);
        return duration == null ? Duration.ZERO : duration;
    }

    /// @return the texts of a list, those of all files and the environment together
    public List<String> texts(ConfigKey key) {
        var texts = new ArrayList<String>();
        for (var each : all(key)) {
            if (each.value() instanceof Value.Items(var values)) {
                values.forEach(value -> texts.add(value instanceof Value.Text(var text) ? text : ""));
            }
        }
        return texts;
    }

    /// @return the lowest-ranking variables of workflows
    public Map<String, Value> variables() {
        var merged = new LinkedHashMap<String, Value>();
        for (var each : all(ConfigKey.VARIABLES).reversed()) {
            if (each.value() instanceof Value.Fields(var members)) {
                merged.putAll(members);
            }
        }
        return merged;
    }

    /// @return the agents of the files, the repository's over the user's, field by field
    public Map<String, AgentBlock> agents() {
        var merged = new LinkedHashMap<>(user.agents());
        project.agents().forEach((name, block) -> merged.merge(name, block, (lower, higher) -> higher.over(lower)));
        var command = find(ConfigKey.AGENT_COMMAND);
        if (command != null
                && command.source() != ConfigSource.DEFAULT
                && command.value() instanceof Value.Text(var program)) {
            merged.merge("claude", AgentShape.claudeRunBy(program), (lower, higher) -> lower.over(higher));
        }
        return merged;
    }

    /// @return which variables and entries are secret by their name
    public SecretNames secretNames() {
        return SecretNames.STANDARD.and(texts(ConfigKey.REDACT_NAMES));
    }

    /// @return the same options with the agents, variables and names of secrets that are configured
    public LoadOptions loading(LoadOptions options) {
        var lowest = new LinkedHashMap<String, ConfiguredVariable>();
        for (var each : all(ConfigKey.VARIABLES).reversed()) {
            if (each.value() instanceof Value.Fields(var members)) {
                members.forEach(
                        (name, value) -> lowest.put(name, new ConfiguredVariable(ValueText.of(value), each.from())));
            }
        }
        return options.configured(agents(), lowest, secretNames());
    }

    /// @return what is wrong with the files, the user's first
    public List<Problem> problems() {
        var all = new ArrayList<>(user.problems());
        all.addAll(project.problems());
        return all;
    }

    /// @return what is wrong with variables
    List<VariableProblem> variableProblems() {
        return environment.problems();
    }
}
