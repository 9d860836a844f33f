package dev.prodigy.runtime.run.input;

import dev.prodigy.engine.environment.StepScope;
import dev.prodigy.engine.step.text.EarlyShell;
import dev.prodigy.lang.expr.scope.Sources.Reading;
import dev.prodigy.lang.expr.value.LineEnds;
import dev.prodigy.lang.shell.ShellText;
import dev.prodigy.lang.shell.request.Dialect;
import dev.prodigy.model.text.Text;
import dev.prodigy.runtime.process.kernel.OwnProcesses;
import dev.prodigy.runtime.run.request.RunRequest;
import dev.prodigy.runtime.world.Halt;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Runs the commands that print secrets, before there is a run. They see what lies below the secrets: parameters, env
/// files, entries of `env` and the profile as far as these need no command and no secret themselves (spec 01 §13).
final class SecretCommands {
    /// Exit codes above tell of a signal.
    private static final int BY_SIGNAL = 128;

    private final RunRequest.Host host;
    private final Halt halt;
    private final StepScope names;
    private final @Nullable Duration limit;
    private final long begun = System.nanoTime();

    /// @param halt ends the commands
    /// @param limit of all of them together, which is the run's; null for none
    SecretCommands(RunRequest.Host host, Halt halt, StepScope names, @Nullable Duration limit) {
        this.host = host;
        this.halt = halt;
        this.names = names;
        this.limit = limit;
    }

    /// @return what the command printed, without line ends; or why there is nothing
    Reading run(Text command) {
        var shell = ShellProgram.of(host.environment());
        return switch (EarlyShell.of(command, names, Dialect.of(shell).orElse(Dialect.SH))) {
            case ShellText.Refused(var _, var message, int _) -> new Reading.Unavailable(message);
            case ShellText.Ready ready
            when ready.needsFiles() -> new Reading.Unavailable("a value is too large for its command");
            case ShellText.Ready ready -> printed(List.of(shell, "-c", ready.text()), ready.exported());
        };
    }

    private Reading printed(List<String> program, Map<String, String> variables) {
        try {
            var builder = new ProcessBuilder(program)
                    .directory(host.directory().toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
            builder.environment().clear();
            builder.environment().putAll(environment(variables));
            var process = OwnProcesses.start(builder, true);
            var late = new AtomicBoolean();
            try (var _ = halt.of(immediately -> end(process, immediately));
                    var _ = timer(process, late)) {
                var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                int exit = process.waitFor();
                if (late.get()) {
                    return new Reading.Unavailable("its command did not end within the run's timeout");
                }
                if (exit > BY_SIGNAL) {
                    halt.awaitWord();
                }
                return exit == 0
                        ? new Reading.Content(LineEnds.stripped(output))
                        : new Reading.Unavailable("its command: exit status " + exit);
            }
        } catch (IOException e) {
            return new Reading.Unavailable("its command cannot be started: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Reading.Unavailable("its command was interrupted");
        }
    }

    /// Ends the command when the limit passes; there is nobody yet who would be asked for grace.
    ///
    /// @param late becomes true then
    private Halt.Charge timer(Process process, AtomicBoolean late) {
        if (limit == null) {
            return () -> {};
        }
        long left = limit.minusNanos(System.nanoTime() - begun).toNanos();
        var over = new AtomicBoolean();
        CompletableFuture.delayedExecutor(Math.max(left, 1), TimeUnit.NANOSECONDS)
                .execute(() -> {
                    if (!over.get()) {
                        late.set(true);
                        end(process, true);
                    }
                });
        return () -> over.set(true);
    }

    private Map<String, String> environment(Map<String, String> variables) {
        var environment = new HashMap<>(host.environment());
        names.removed().forEach(environment::remove);
        environment.putAll(variables);
        return environment;
    }

    /// The command stays in prodigy's process group, since it may ask for a password on the terminal.
    private static void end(Process process, boolean immediately) {
        Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .toList()
                .forEach(immediately ? ProcessHandle::destroyForcibly : ProcessHandle::destroy);
    }
}
