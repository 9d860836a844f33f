package dev.prodigy.engine.step.kind;

import dev.prodigy.engine.step.frame.Refused;
import dev.prodigy.engine.world.Cut;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.workflow.AgentSpec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The command line of an agent: its template with the holes filled (spec 01 §11).
///
/// @param arguments program and arguments; `{prompt_file}` still stands for the file's path
/// @param input the prompt when it goes to stdin, or null
/// @param promptFile the prompt when it goes through a file, or null
record AgentCommand(
        List<String> arguments,
        @Nullable String input,
        @Nullable String promptFile) {
    private static final int LONGEST_ARGUMENT = 100 * 1024;
    private static final String MODEL = "{model}";
    private static final String PROMPT = "{prompt}";
    private static final String PROMPT_FILE = "{prompt_file}";

    /// Fills the placeholders of a text.
    interface Filling {
        String fill(Text text) throws Refused, Cut;
    }

    static AgentCommand of(
            AgentSpec agent,
            String prompt,
            @Nullable String model,
            List<String> args,
            String directory,
            Filling filling)
            throws Refused, Cut {
        boolean onStdin = isOnStdin(agent, prompt);
        var holes = Map.of(PROMPT, prompt, MODEL, model == null ? "" : model, "{working_dir}", directory);
        var arguments = new ArrayList<String>();
        boolean argsPlaced = false;
        boolean permitted = false;
        for (var piece : agent.program()) {
            boolean holdsPrompt = mentions(piece, PROMPT) || mentions(piece, PROMPT_FILE);
            if (!permitted && (holdsPrompt || mentions(piece, MODEL))) {
                arguments.addAll(permissions(agent));
                permitted = true;
            }
            if (holdsPrompt && !argsPlaced) {
                arguments.addAll(args);
                argsPlaced = true;
            }
            if (onStdin && mentions(piece, PROMPT)) {
                continue;
            }
            switch (piece) {
                case AgentSpec.Argument.One(var text) -> arguments.add(filled(text, holes, filling));
                case AgentSpec.Argument.Group(var texts) -> {
                    if (texts.stream().noneMatch(text -> hasEmptyHole(text, holes))) {
                        for (var text : texts) {
                            arguments.add(filled(text, holes, filling));
                        }
                    }
                }
            }
        }
        if (!argsPlaced) {
            arguments.addAll(args);
        }
        boolean byFile = agent.program().stream().anyMatch(piece -> mentions(piece, PROMPT_FILE));
        return new AgentCommand(List.copyOf(arguments), onStdin ? prompt : null, byFile ? prompt : null);
    }

    /// Nobody is there to be asked: unless the author says how, the agent may do what its user may.
    private static List<String> permissions(AgentSpec agent) {
        var permissions = agent.permissions();
        if (permissions == null) {
            return List.of();
        }
        return permissions.equals("skip")
                ? List.of("--dangerously-skip-permissions")
                : List.of("--permission-mode", permissions);
    }

    private static boolean isOnStdin(AgentSpec agent, String prompt) {
        return switch (agent.input()) {
            case STDIN -> true;
            case ARGUMENT, FILE -> false;
            case AUTO ->
                prompt.getBytes(StandardCharsets.UTF_8).length > LONGEST_ARGUMENT
                        || prompt.startsWith("-")
                        || agent.program().stream()
                                .noneMatch(piece -> mentions(piece, PROMPT) || mentions(piece, PROMPT_FILE));
        };
    }

    private static boolean mentions(AgentSpec.Argument piece, String hole) {
        return switch (piece) {
            case AgentSpec.Argument.One(var text) -> holds(text, hole);
            case AgentSpec.Argument.Group(var texts) -> texts.stream().anyMatch(text -> holds(text, hole));
        };
    }

    private static boolean hasEmptyHole(Text text, Map<String, String> holes) {
        return holes.entrySet().stream().anyMatch(hole -> hole.getValue().isEmpty() && holds(text, hole.getKey()));
    }

    private static boolean holds(Text text, String hole) {
        var source = text.source();
        for (int at = source.indexOf(hole); at >= 0; at = source.indexOf(hole, at + 1)) {
            if (hole.equals(holeAt(source, at, Set.of(hole)))) {
                return true;
            }
        }
        return false;
    }

    /// One pass over the text: what a value holds is never taken for a hole.
    private static String filled(Text text, Map<String, String> holes, Filling filling) throws Refused, Cut {
        var source = text.source();
        var filled = new StringBuilder();
        int from = 0;
        int at = 0;
        while (at < source.length()) {
            var hole = holeAt(source, at, holes.keySet());
            if (hole == null) {
                at++;
            } else {
                filled.append(filling.fill(new Text(source.substring(from, at), text.span())))
                        .append(holes.get(hole));
                at += hole.length();
                from = at;
            }
        }
        return filled.append(filling.fill(new Text(source.substring(from), text.span())))
                .toString();
    }

    /// `${model}` is a placeholder, not a hole behind a `$`.
    private static @Nullable String holeAt(String text, int at, Set<String> holes) {
        if (at > 0 && text.charAt(at - 1) == '$') {
            return null;
        }
        for (var hole : holes) {
            if (text.startsWith(hole, at)) {
                return hole;
            }
        }
        return null;
    }
}
