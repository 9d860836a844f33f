package dev.prodigy.engine.step;

import dev.prodigy.lang.decode.Durations;
import dev.prodigy.lang.decode.SpelledOut;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.env.EnvEntry;
import dev.prodigy.model.parameter.Parameter;
import dev.prodigy.model.policy.BreakerPolicy;
import dev.prodigy.model.policy.Dialect;
import dev.prodigy.model.policy.RetryBlock;
import dev.prodigy.model.policy.RetryPolicy;
import dev.prodigy.model.source.Span;
import dev.prodigy.model.step.AfterRetries;
import dev.prodigy.model.step.CaptureFormat;
import dev.prodigy.model.step.Captures;
import dev.prodigy.model.step.Commits;
import dev.prodigy.model.step.FailureReaction;
import dev.prodigy.model.step.FileFormat;
import dev.prodigy.model.step.ForeachInput;
import dev.prodigy.model.step.OpenSettings;
import dev.prodigy.model.step.Reactions;
import dev.prodigy.model.step.Step;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.step.StepOptions;
import dev.prodigy.model.step.Validation;
import dev.prodigy.model.text.Data;
import dev.prodigy.model.text.Expression;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.value.Value;
import dev.prodigy.testkit.policy.FixedRetries;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Makes steps for tests, with the paths that the decoder would give them.
final class StepMaker {
    private final Function<String, StepKind> kind;
    private final Map<String, EnvEntry> env = new LinkedHashMap<>();
    private final Map<String, Captures.Output> outputs = new LinkedHashMap<>();
    private final Map<Integer, Function<String, FailureReaction>> onExitCode = new LinkedHashMap<>();
    private final List<StepMaker> onSuccess = new ArrayList<>();
    private Function<String, FailureReaction> onFailure = _ -> null;
    private Function<String, Validation> validation = _ -> null;
    private Function<String, AfterRetries> afterRetries = _ -> new AfterRetries.Stop();
    private String id;
    private String name;
    private String when;
    private Duration timeout;
    private String openTimeout;
    private Duration idle;
    private Duration total;
    private String workingDir;
    private boolean clearEnv;
    private String interpreter;
    private String capture;
    private boolean defaults = true;
    private CaptureFormat format = CaptureFormat.STRING;
    private Captures.Streams streams = Captures.Streams.STDOUT;
    private String outputFile;
    private RetryPolicy retry;
    private BreakerPolicy breaker;
    private Commits commits = Commits.NONE;
    private boolean continueOnError;

    private StepMaker(Function<String, StepKind> kind) {
        this.kind = kind;
    }

    static StepMaker of(StepKind kind) {
        return new StepMaker(_ -> kind);
    }

    static StepMaker shell(String text) {
        return of(new StepKind.Shell(text(text)));
    }

    static StepMaker agent(String name, String prompt) {
        return of(new StepKind.Agent(name, text(prompt), null, List.of()));
    }

    static StepMaker claude(String prompt) {
        return agent("claude", prompt);
    }

    static StepMaker foreach(ForeachInput input, StepMaker... body) {
        return foreach(input, 1, false, null, "item", body);
    }

    static StepMaker foreach(
            ForeachInput input, int parallel, boolean continues, Integer max, String as, StepMaker... body) {
        return new StepMaker(
                path -> new StepKind.Foreach(input, list(path + ".do", body), parallel, continues, max, as));
    }

    static StepMaker template(String name, Map<String, Data> with, StepMaker... body) {
        return template(name, List.of(), with, body);
    }

    static StepMaker template(String name, List<Parameter> parameters, Map<String, Data> with, StepMaker... body) {
        return new StepMaker(path -> new StepKind.Inline(
                name, parameters, with, new LinkedHashMap<>(), Set.of(), list(path + ".template", body)));
    }

    static StepMaker writeFile(String path, String content, FileFormat format) {
        return of(new StepKind.WriteFile(text(path), new Data.Phrase(text(content)), format, 0644, false));
    }

    static StepMaker check(Function<String, Validation> validation) {
        return new StepMaker(path -> new StepKind.Validate(validation.apply(path + ".validate")));
    }

    StepMaker id(String value) {
        id = value;
        return this;
    }

    StepMaker name(String value) {
        name = value;
        return this;
    }

    StepMaker when(String expression) {
        when = expression;
        return this;
    }

    StepMaker timeout(Duration limit) {
        timeout = limit;
        return this;
    }

    StepMaker timeout(String text) {
        openTimeout = text;
        return this;
    }

    StepMaker idle(Duration limit) {
        idle = limit;
        return this;
    }

    StepMaker total(Duration limit) {
        total = limit;
        return this;
    }

    StepMaker in(String directory) {
        workingDir = directory;
        return this;
    }

    StepMaker env(String key, String value) {
        env.put(key, new EnvEntry.Phrase(text(value), false));
        return this;
    }

    StepMaker env(String key, EnvEntry entry) {
        env.put(key, entry);
        return this;
    }

    StepMaker clearEnv() {
        clearEnv = true;
        return this;
    }

    StepMaker interpreter(String value) {
        interpreter = value;
        return this;
    }

    StepMaker capture(String variable) {
        capture = variable;
        return this;
    }

    StepMaker capture(String variable, CaptureFormat as) {
        capture = variable;
        format = as;
        return this;
    }

    /// `capture: true`: the default names only.
    StepMaker captureByDefaultNames(CaptureFormat as) {
        format = as;
        return this;
    }

    StepMaker captureNothing() {
        defaults = false;
        return this;
    }

    StepMaker streams(Captures.Streams selected) {
        streams = selected;
        return this;
    }

    StepMaker outputFile(String path) {
        outputFile = path;
        return this;
    }

    StepMaker output(String key, String text) {
        outputs.put(key, new Captures.Output.Phrase(text(text)));
        return this;
    }

    StepMaker outputPattern(String key, String glob) {
        outputs.put(key, new Captures.Output.FilePattern(text(glob)));
        return this;
    }

    StepMaker retry(int attempts, Duration fixed) {
        return retry(FixedRetries.of(attempts, fixed));
    }

    StepMaker retry(RetryBlock block) {
        retry = block.resolve(Dialect.STEP);
        return this;
    }

    StepMaker breaker(BreakerPolicy policy) {
        breaker = policy;
        return this;
    }

    StepMaker afterRetries(AfterRetries what) {
        afterRetries = _ -> what;
        return this;
    }

    StepMaker fallback(StepMaker step) {
        afterRetries = path -> new AfterRetries.Fallback(step.at(path + ".fallback"));
        return this;
    }

    StepMaker commits(Commits value) {
        commits = value;
        return this;
    }

    StepMaker continueOnError() {
        continueOnError = true;
        return this;
    }

    StepMaker validate(Function<String, Validation> value) {
        validation = path -> value.apply(path + ".validate");
        return this;
    }

    StepMaker onSuccess(StepMaker... steps) {
        onSuccess.addAll(List.of(steps));
        return this;
    }

    StepMaker onFailure(FailureReaction reaction) {
        onFailure = _ -> reaction;
        return this;
    }

    StepMaker onFailure(HandlerMaker handler) {
        onFailure = path -> handler.at(path + ".on_failure");
        return this;
    }

    StepMaker onExit(int code, StepMaker fallback) {
        onExitCode.put(
                code,
                path -> new FailureReaction.After(
                        new AfterRetries.Fallback(fallback.at(path + ".on_exit_code." + code + ".fallback"))));
        return this;
    }

    StepMaker onExit(int code, HandlerMaker handler) {
        onExitCode.put(code, path -> handler.at(path + ".on_exit_code." + code));
        return this;
    }

    Step at(String path) {
        var reactions = new LinkedHashMap<Integer, FailureReaction>();
        onExitCode.forEach((code, made) -> reactions.put(code, made.apply(path)));
        var options = new StepOptions(
                name == null ? null : text(name),
                when == null ? null : new Expression(when, Span.startOf("test")),
                new StepOptions.Limits(timeout, idle, total),
                new StepOptions.Surroundings(workingDir == null ? null : text(workingDir), env, clearEnv, interpreter),
                new Captures(capture, defaults, format, streams, outputFile == null ? null : text(outputFile), outputs),
                new StepOptions.Resilience(retry, afterRetries.apply(path), breaker),
                commits,
                continueOnError);
        var step = new Step(
                path,
                id,
                kind.apply(path),
                options,
                new Reactions(
                        validation.apply(path),
                        list(path + ".on_success", onSuccess.toArray(StepMaker[]::new)),
                        onFailure.apply(path),
                        reactions),
                Span.startOf("test"),
                null);
        return openTimeout == null ? step : withOpenTimeout(step);
    }

    private Step withOpenTimeout(Step step) {
        var setting =
                new OpenSettings.Open(text(openTimeout), "timeout", new SpelledOut(Durations.SECONDS, false), false);
        return step.with(new OpenSettings(
                List.of(setting),
                values -> step.limitedTo(Durations.SECONDS.read(
                        new Node.Scalar(
                                values.get(openTimeout),
                                Node.Kind.STRING,
                                Node.Style.PLAIN,
                                null,
                                Span.startOf("test")),
                        dev.prodigy.lang.decode.Place.silent()))));
    }

    /// @return steps with the paths of a list
    static List<Step> list(String path, StepMaker... steps) {
        return IntStream.range(0, steps.length)
                .mapToObj(i -> steps[i].at(path + "[" + i + "]"))
                .toList();
    }

    static Text text(String source) {
        return new Text(source, Span.startOf("test"));
    }

    static ForeachInput items(String... values) {
        return new ForeachInput.Listed(Stream.of(values)
                .<Data>map(value -> new Data.Phrase(text(value)))
                .toList());
    }

    static ForeachInput items(Value... values) {
        return new ForeachInput.Listed(
                Stream.of(values).<Data>map(Data.Constant::new).toList());
    }
}
