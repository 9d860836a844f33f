package dev.prodigy.cli.run;

import dev.prodigy.cli.command.CommandFailure;
import dev.prodigy.cli.command.ExitCode;
import dev.prodigy.cli.command.Invocation;
import dev.prodigy.cli.command.Option;
import dev.prodigy.cli.config.Configuration;
import dev.prodigy.cli.workflow.ProblemJson;
import dev.prodigy.cli.workflow.ProblemText;
import dev.prodigy.cli.workflow.WorkflowFiles;
import dev.prodigy.engine.redact.Redactor;
import dev.prodigy.lang.decode.Outside;
import dev.prodigy.lang.decode.env.WrittenSecrets;
import dev.prodigy.lang.load.LoadOptions;
import dev.prodigy.lang.load.Loaded;
import dev.prodigy.lang.load.WorkflowLoader;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.Span;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.journal.WorkflowRecord;
import dev.prodigy.runtime.run.request.InputProblem;
import dev.prodigy.runtime.run.request.RunRefused;
import dev.prodigy.runtime.run.request.RunnableWorkflow;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Loads the workflow that shall run, with the same checks as `validate` (spec 01 §14).
final class WorkflowLoading {
    /// Warnings are errors.
    static final Option<Boolean> STRICT = Option.flag("warnings are errors", "--strict");

    private static final String PIPE_AGAIN = "Pipe it in again: prodigy run - --resume RUN";
    private static final String START_ANEW = "Start it anew with secrets that name variables: \"${env:NAME}\".";

    private final Invocation call;
    private final Configuration configuration;
    private final WorkflowFiles files;
    private final List<Problem> warnings = new ArrayList<>();
    private Supplier<SequencedMap<String, Span>> parts = LinkedHashMap::new;
    private Map<String, String> given;
    private List<Problem> wrongValues = List.of();
    private String wrongIn = "";
    private boolean isPipedAgain;

    WorkflowLoading(Invocation call, Configuration configuration, ParameterFiles parameterFiles) {
        this.call = call;
        this.configuration = configuration;
        this.files = new WorkflowFiles(call.console());
        this.given = Parameters.texts(call, parameterFiles);
    }

    /// @param argument as given on the command line
    /// @throws CommandFailure with all its problems when it cannot run
    RunnableWorkflow load(String argument) {
        var label = WorkflowFiles.label(argument);
        var path = argument.equals(WorkflowFiles.STDIN)
                ? null
                : call.console().directory().resolve(argument).normalize().toString();
        return asked(label, path);
    }

    /// @param directory in which the run was started: a workflow on stdin names its files from there
    void startedIn(String directory) {
        files.moveTo(Path.of(directory));
    }

    /// A run that was started with stdin gets its workflow as it is now from there once more.
    void pipedAgain() {
        isPipedAgain = true;
    }

    /// @param path as the run was started with
    /// @param recorded what it was then, which counts for files that are gone
    /// @param params that the run was given
    /// @throws CommandFailure with all its problems when it cannot run
    RunnableWorkflow reload(@Nullable String path, WorkflowRecord recorded, Map<String, Value> params) {
        var texts = new RecordedTexts(files, label(path), recorded, isPipedAgain);
        texts.replaceGone();
        return reloaded(path, params, loaded -> texts.requireWhole(loaded, "is gone", PIPE_AGAIN));
    }

    /// @param path as the run was started with
    /// @param recorded what it was then, whatever its files hold now
    /// @param params that the run was given
    /// @throws CommandFailure with all its problems when it cannot run
    RunnableWorkflow recorded(@Nullable String path, WorkflowRecord recorded, Map<String, Value> params) {
        var texts = new RecordedTexts(files, label(path), recorded, false);
        texts.replaceChanged();
        return reloaded(path, params, loaded -> texts.requireWhole(loaded, "is not what it was", START_ANEW));
    }

    private RunnableWorkflow reloaded(@Nullable String path, Map<String, Value> params, Consumer<Loaded> check) {
        given = Parameters.texts(params);
        var loaded = loaded(label(path), given);
        check.accept(loaded);
        return usable(label(path), path, loaded);
    }

    private static String label(@Nullable String path) {
        return path == null ? WorkflowFiles.STDIN_LABEL : path;
    }

    /// @param label what messages call it
    /// @param source a workflow that a command has written
    /// @throws CommandFailure with all its problems when it cannot run
    RunnableWorkflow written(String label, String source) {
        files.remember(label, source);
        return asked(label, null);
    }

    /// @return what is wrong with the file only because of the parameters that are given, and with those that it gives
    ///     itself: {@link RunCommand} tells it together with everything else that is wrong with them
    List<Problem> wrongValues() {
        return wrongValues;
    }

    /// @param wrong the same without secrets
    /// @return what to say when nothing else is wrong with what is given
    CommandFailure ofWrongValues(List<Problem> wrong) {
        return invalid(wrongIn, wrong, wrong.stream().filter(Problem::isError).toList());
    }

    /// @return what takes away the secrets that stand in the files which have been loaded
    Redactor redactor() {
        return files.redactor();
    }

    /// @return the warnings about what was loaded
    List<Problem> warnings() {
        return List.copyOf(warnings);
    }

    /// @return where the parts of the workflow that was loaded last were written, by their paths
    SequencedMap<String, Span> parts() {
        return parts.get();
    }

    private RunnableWorkflow asked(String label, @Nullable String path) {
        var loaded = loaded(label, given);
        var judged = loaded.workflow() == null ? judged(label, loaded) : null;
        if (judged != null) {
            wrongValues = loaded.problems();
            wrongIn = label;
        }
        return usable(label, path, judged == null ? loaded : judged);
    }

    /// @return what the values from outside can be held against all the same, or null
    private @Nullable Loaded judged(String label, Loaded wrong) {
        var bare = given.isEmpty() ? wrong : loaded(label, Map.of());
        return bare.workflow() == null ? bare.withRightValues() : bare;
    }

    private Loaded loaded(String label, Map<String, String> values) {
        var options = configuration.loading(LoadOptions.DEFAULT.withStrict(call.has(STRICT)));
        return WorkflowLoader.load(label, files, options.knowing(Outside.parameters(values)));
    }

    private RunnableWorkflow usable(String label, @Nullable String path, Loaded loaded) {
        files.conceal(loaded.secrets());
        if (loaded.workflow() == null) {
            throw invalid(label, loaded.problems());
        }
        warnings.addAll(loaded.problems());
        parts = loaded::parts;
        if (call.verbosity() >= 0) {
            print(loaded.problems());
        }
        return runnable(label, path, loaded, this::invalid);
    }

    /// @param label what messages call it
    /// @param refusal what to say when a number, boolean or duration that comes from outside is missing or wrong
    private RunnableWorkflow runnable(
            String label,
            @Nullable String path,
            Loaded loaded,
            BiFunction<String, List<Problem>, RuntimeException> refusal) {
        var children = new HashMap<String, RunnableWorkflow>();
        loaded.children()
                .forEach((file, child) -> children.put(
                        file, runnable(file, files.absolute(file), child, (_, wrong) -> refusedCall(wrong))));
        var parts = new HashMap<String, String>();
        loaded.files().stream()
                .filter(file -> !file.equals(label))
                .forEach(file -> parts.put(files.absolute(file), withoutSecrets(file, loaded)));
        boolean withheld = loaded.files().stream()
                .anyMatch(file -> !withoutSecrets(file, loaded).equals(files.text(file)));
        return new RunnableWorkflow(
                Objects.requireNonNull(loaded.workflow()),
                Objects.requireNonNull(loaded.normalForm()),
                Objects.requireNonNull(loaded.templates()),
                withoutSecrets(label, loaded),
                parts,
                loaded.secrets(),
                withheld,
                path,
                children,
                loaded.isOpen() ? outside -> complete(label, path, outside, refusal) : null);
    }

    private String withoutSecrets(String file, Loaded loaded) {
        return WrittenSecrets.mask(files.text(file), loaded.secrets());
    }

    private RunnableWorkflow complete(
            String label,
            @Nullable String path,
            Outside outside,
            BiFunction<String, List<Problem>, RuntimeException> refusal) {
        var options = configuration.loading(LoadOptions.DEFAULT).knowing(outside);
        var loaded = WorkflowLoader.load(label, files, options);
        if (loaded.workflow() == null) {
            throw refusal.apply(
                    label, loaded.problems().stream().filter(Problem::isError).toList());
        }
        return runnable(label, path, loaded, refusal);
    }

    /// A step that runs another workflow fails with it; nobody is at the terminal.
    private static RunRefused refusedCall(List<Problem> errors) {
        return RunRefused.invalidWorkflow(errors.stream().map(InputProblem::of).toList());
    }

    private CommandFailure invalid(String label, List<Problem> problems) {
        return invalid(label, problems, problems);
    }

    /// @param untold those that have not been printed yet
    private CommandFailure invalid(String label, List<Problem> problems, List<Problem> untold) {
        if (!call.json()) {
            print(untold);
        }
        long errors = problems.stream().filter(Problem::isError).count();
        var counted = errors == 1 ? "one error" : errors + " errors";
        var more = new FieldsWriter().put("problems", ProblemJson.of(problems)).done();
        return new CommandFailure(
                ExitCode.USAGE,
                "invalid_workflow",
                label + " has " + counted + "; nothing was started",
                check(label),
                more);
    }

    /// @return how to see whether a mended file is right
    private String check(String label) {
        return label.startsWith("<")
                ? "Mend it and start it again."
                : "When it is mended: " + call.again("validate", label);
    }

    private void print(List<Problem> problems) {
        var text = new ProblemText(files, call.errorStyle());
        for (Problem problem : problems) {
            text.print(problem, call.console().err()::println);
        }
    }
}
