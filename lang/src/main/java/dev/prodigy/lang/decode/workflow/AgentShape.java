package dev.prodigy.lang.decode.workflow;

import dev.prodigy.lang.decode.Durations;
import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.Expressions;
import dev.prodigy.lang.decode.Given;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Keyed;
import dev.prodigy.lang.decode.Lists;
import dev.prodigy.lang.decode.Maps;
import dev.prodigy.lang.decode.Shape;
import dev.prodigy.lang.decode.Texts;
import dev.prodigy.lang.decode.Unknown;
import dev.prodigy.lang.decode.Words;
import dev.prodigy.lang.decode.env.EnvEntryShape;
import dev.prodigy.model.env.EnvEntry;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.text.Expression;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.workflow.AgentSpec;
import java.time.Duration;
import java.util.List;
import java.util.SequencedMap;

/// The `agents` of a workflow or a configuration file (spec 01 §11, 05 §4).
public final class AgentShape {
    private static final Key<List<AgentSpec.Argument>> COMMAND =
            Key.of("command", CommandLine.COMMAND, "The program with its arguments.");
    private static final Key<AgentSpec.Input> INPUT = Key.of(
                    "input", Words.of("input", AgentSpec.Input.class), "How the prompt reaches the program.")
            .byDefault("auto");
    private static final Key<AgentSpec.Format> OUTPUT = Key.of(
                    "output", Words.of("output", AgentSpec.Format.class), "What stdout is made of.")
            .byDefault("text");
    private static final Key<Expression> RESULT_WHEN =
            Key.of("result_when", Expressions.FIELDS, "Which event is the result.");
    private static final Key<Expression> RESULT = Key.of("result", Expressions.FIELDS, "The result's text.");
    private static final Key<Expression> ERROR_WHEN =
            Key.of("error_when", Expressions.FIELDS, "Whether the result is an error.");
    private static final Key<Expression> INPUT_TOKENS = Key.of("input_tokens", Expressions.FIELDS, "Tokens read.");
    private static final Key<Expression> OUTPUT_TOKENS = Key.of("output_tokens", Expressions.FIELDS, "Tokens written.");
    private static final Key<Expression> COST = Key.of("cost_usd", Expressions.FIELDS, "Cost in US dollars.");
    private static final Key<Expression> REPORTED_MODEL =
            Key.of("model", Expressions.FIELDS, "The model that answered.");
    private static final Keyed<AgentSpec.Report> REPORT_MAP = Keyed.of(
            "{input_tokens, output_tokens, cost_usd, model}",
            Unknown.WARNING,
            KeySet.of(INPUT_TOKENS, OUTPUT_TOKENS, COST, REPORTED_MODEL),
            entries -> new AgentSpec.Report(
                    entries.get(INPUT_TOKENS),
                    entries.get(OUTPUT_TOKENS),
                    entries.get(COST),
                    entries.get(REPORTED_MODEL)));
    private static final Key<AgentSpec.Report> REPORT =
            Key.of("report", REPORT_MAP, "Where tokens, cost and model stand.");
    private static final Key<Text> MODEL = Key.of("model", Texts.TEXT, "The model of its steps.");
    private static final Key<List<Text>> ARGS = Key.of("args", Lists.of(Texts.TEXT), "Put before the prompt.");
    private static final Key<SequencedMap<String, EnvEntry>> ENV =
            Key.of("env", EnvEntryShape.ENV, "Variables of its steps.");
    private static final Key<Duration> TIMEOUT = Key.of(
                    "timeout", Given.orNothing(Durations.SECONDS), "Limit of its steps' executions.")
            .or("timeout_ms", Given.orNothing(Durations.POSITIVE_MS));
    private static final Key<String> PERMISSIONS =
            Key.of("permissions", Texts.STRING, "claude: skip, or a permission mode.");
    private static final Shape<AgentBlock> AGENT = Keyed.of(
            "an agent: {command, …}",
            Unknown.WARNING,
            KeySet.of(
                    COMMAND,
                    INPUT,
                    OUTPUT,
                    RESULT_WHEN,
                    RESULT,
                    ERROR_WHEN,
                    REPORT,
                    MODEL,
                    ARGS,
                    ENV,
                    TIMEOUT,
                    PERMISSIONS),
            AgentShape::block);

    /// A map of agents by name.
    public static final Shape<SequencedMap<String, AgentBlock>> AGENTS =
            new Maps<>("a map of agents", AgentNames::check, AgentNames.schema(), AGENT);

    private AgentShape() {}

    /// @param program what is run for claude instead of the program of that name
    /// @return claude, with the arguments it usually gets
    public static AgentBlock claudeRunBy(String program) {
        return BuiltInAgents.claudeRunBy(program);
    }

    private static AgentBlock block(Entries entries) {
        checkHole(entries);
        return new AgentBlock(
                entries.get(COMMAND),
                entries.get(INPUT),
                entries.get(OUTPUT),
                entries.get(RESULT_WHEN),
                entries.get(RESULT),
                entries.get(ERROR_WHEN),
                entries.get(REPORT),
                entries.get(MODEL),
                entries.get(ARGS),
                entries.get(ENV),
                entries.get(TIMEOUT),
                entries.get(PERMISSIONS));
    }

    /// A prompt that has no place to go would be lost without a word.
    private static void checkHole(Entries entries) {
        var program = entries.get(COMMAND);
        var input = entries.get(INPUT);
        var hole = input == null
                ? null
                : switch (input) {
                    case ARGUMENT -> "{prompt}";
                    case FILE -> "{prompt_file}";
                    case AUTO, STDIN -> null;
                };
        if (program != null && hole != null && program.stream().noneMatch(each -> has(each, hole))) {
            entries.at(INPUT)
                    .error(
                            ProblemCode.CONFLICTING_KEYS,
                            entries.keySpan(INPUT),
                            "the command has no \"" + hole + "\", so the prompt would not reach it",
                            "Put \"" + hole + "\" into command, or leave input out: the prompt then goes to stdin.");
        }
    }

    private static boolean has(AgentSpec.Argument argument, String hole) {
        return switch (argument) {
            case AgentSpec.Argument.One(var text) -> text.source().contains(hole);
            case AgentSpec.Argument.Group(var texts) ->
                texts.stream().anyMatch(text -> text.source().contains(hole));
        };
    }
}
