package dev.prodigy.testkit.program;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A few words of shell, played in memory: `echo` (with `>&2`, `> FILE`, `>> FILE`), `cat`, `touch`, `rm`,
/// `test -f`, `test A = B`, `sleep`, `exit`, `kill -N`, `true`, `false`, `commit MESSAGE`, `NAME=VALUE`;
/// joined by `;`, `&&`, `||` and line ends, with quotes and variables. `sleep` lets virtual time pass. Texts
/// that were scripted get their own answers.
public final class ToyShell implements Program {
    private final Map<String, Program> scripted = new HashMap<>();

    /// A shell that knows nothing but its few words.
    public ToyShell() {}

    /// Scripts a text.
    ///
    /// @param answers one for each of its executions; the last one for all that follow
    public ToyShell on(String text, ScriptedAnswer... answers) {
        scripted.put(text, Program.inTurn(answers));
        return this;
    }

    /// Scripts a text.
    public ToyShell on(String text, Program program) {
        scripted.put(text, program);
        return this;
    }

    @Override
    public ScriptedAnswer answer(VirtualExecution execution) {
        var own = scripted.get(execution.text());
        return own == null ? new Session(execution).play() : own.answer(execution);
    }

    /// One script under way.
    private static final class Session {
        private static final BigDecimal MILLIS = BigDecimal.valueOf(1000);

        private final VirtualExecution execution;
        private final Map<String, String> variables = new HashMap<>();
        private final StringBuilder stdout = new StringBuilder();
        private final StringBuilder stderr = new StringBuilder();
        private final List<String> words = new ArrayList<>();
        private String joint = ";";
        private Duration slept = Duration.ZERO;
        private int status;
        private int signal;
        private boolean over;

        Session(VirtualExecution execution) {
            this.execution = execution;
        }

        ScriptedAnswer play() {
            new ToyWords(execution.text(), this::variable, this::take).read();
            command();
            var end = signal > 0 ? ScriptedAnswer.killedBy(signal) : ScriptedAnswer.exit(status);
            return end.printing(stdout.toString())
                    .complaining(stderr.toString())
                    .lasting(slept);
        }

        private String variable(String name) {
            var own = variables.get(name);
            var given = own == null ? execution.variable(name) : own;
            return given == null ? "" : given;
        }

        private void take(ToyWords.Token token) {
            switch (token) {
                case ToyWords.Token.Word(var text) -> words.add(text);
                case ToyWords.Token.Joint(var next) -> {
                    command();
                    joint = next;
                }
            }
        }

        private void command() {
            boolean skipped = (joint.equals("&&") && status != 0) || (joint.equals("||") && status == 0);
            if (!over && !skipped && !words.isEmpty()) {
                status = run(List.copyOf(words));
            }
            words.clear();
        }

        private int run(List<String> words) {
            var arguments = words.subList(1, words.size());
            return switch (words.getFirst()) {
                case "echo" -> echo(arguments);
                case "cat" -> cat(arguments.getFirst());
                case "touch" -> written(arguments.getFirst(), "");
                case "rm" -> {
                    execution.tree().remove(path(arguments.getFirst()));
                    yield 0;
                }
                case "test" -> test(arguments);
                case "sleep" -> {
                    var ms = new BigDecimal(arguments.getFirst()).multiply(MILLIS);
                    slept = slept.plusMillis(ms.longValue());
                    yield 0;
                }
                case "exit" -> {
                    over = true;
                    yield arguments.isEmpty() ? status : Integer.parseInt(arguments.getFirst());
                }
                case "kill" -> {
                    over = true;
                    signal = -Integer.parseInt(arguments.getFirst());
                    yield 0;
                }
                case "commit" -> {
                    execution.tree().commit(arguments.getFirst());
                    yield 0;
                }
                case "true", ":" -> 0;
                case "false" -> 1;
                default -> other(words.getFirst());
            };
        }

        private int other(String word) {
            int equals = word.indexOf('=');
            if (equals > 0) {
                variables.put(word.substring(0, equals), word.substring(equals + 1));
                return 0;
            }
            stderr.append(word).append(": command not found\n");
            return 127;
        }

        private int echo(List<String> arguments) {
            int to = arguments.size() - 1;
            if (to >= 0 && arguments.get(to).equals(">&2")) {
                stderr.append(String.join(" ", arguments.subList(0, to))).append('\n');
                return 0;
            }
            if (to >= 1 && arguments.get(to - 1).startsWith(">")) {
                var line = String.join(" ", arguments.subList(0, to - 1)) + "\n";
                var before = arguments.get(to - 1).equals(">>") ? content(arguments.get(to)) : "";
                return written(arguments.get(to), before + line);
            }
            stdout.append(String.join(" ", arguments)).append('\n');
            return 0;
        }

        private int cat(String path) {
            var content = execution.tree().read(execution.call().directory(), path);
            if (content == null) {
                stderr.append("cat: ").append(path).append(": No such file or directory\n");
                return 1;
            }
            stdout.append(content);
            return 0;
        }

        private int test(List<String> arguments) {
            boolean holds = arguments.getFirst().equals("-f")
                    ? execution.tree().read(execution.call().directory(), arguments.get(1)) != null
                    : arguments.getFirst().equals(arguments.get(2));
            return holds ? 0 : 1;
        }

        private String content(String path) {
            var content = execution.tree().read(execution.call().directory(), path);
            return content == null ? "" : content;
        }

        private int written(String path, String content) {
            var trouble = execution.tree().write(execution.call().directory(), path, content, 0644, false, false);
            if (trouble != null) {
                stderr.append(trouble).append('\n');
            }
            return trouble == null ? 0 : 1;
        }

        private String path(String path) {
            return path.startsWith("/") ? path : execution.call().directory() + "/" + path;
        }
    }
}
