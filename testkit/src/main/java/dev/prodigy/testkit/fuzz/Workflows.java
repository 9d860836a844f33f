package dev.prodigy.testkit.fuzz;

import dev.prodigy.lang.load.LoadOptions;
import dev.prodigy.lang.load.WorkflowLoader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/// The YAML parser and the loader: damaged workflows, and pieces in any order.
final class Workflows implements FuzzTarget {
    private static final List<String> SEEDS = List.of("""
            env: {A: b, C: "${A}"}
            secrets: {K: "${env:K}"}
            commands:
              - id: one
                shell: echo ${A} ${one.output} # x
                timeout: 10m
                when: A == 'b' && exists(C)
                capture: made
                retry: { attempts: 3, backoff: !exponential {base: 2}, jitter: true, retry_on: [network, 5xx] }
                on_failure: {claude: /fix, max_attempts: 2}
              - foreach: [1, "${made}"]
                do: {write_file: {path: "a/${item}", content: {k: [1.5]}, format: json, mode: 0644}}
            outputs: {o: "${made}"}
            """, """
            map:
              input: {command: ls, format: lines}
              json_path: $.a[*]
              filter: "score >= 5 && tags[0] in ['x']"
              sort_by: score DESC NULLS FIRST, name
              agent_template:
              - shell: |
                  for x in ${item.tags:words}; do echo $x; done
                validate: {shell: check, threshold: 0.9, on_incomplete: "fix ${validation.missing}"}
              error_policy: {max_failures: 3, failure_threshold: "20%", handlers: {h: [x]}}
            reduce: echo ${map.total}
            """, """
            &a name: x
            commands: [&s {shell: x}, *s, {<<: *s, id: y}, "/p", {template: t, with: {a: 1}}, {workflow: w}]
            parameters: [{name: p, type: integer, default: 3, validation: value > 0}]
            agents: {codex: {command: [codex, [--model, "{model}"], "{prompt}"]}}
            """);
    private static final List<String> PIECES = List.of(
            "a",
            "shell: x",
            "- ",
            "\n  ",
            "\n",
            ": ",
            ", ",
            "[",
            "]",
            "{",
            "}",
            "&a ",
            "*a",
            "!none ",
            "!!int ",
            "|",
            ">-",
            "'",
            "\"",
            "\\",
            "#",
            "? ",
            "--- ",
            "%",
            "@",
            "`",
            "<<: ",
            "~",
            "1e9",
            "0x1F",
            ".inf",
            "${x",
            "${",
            "}",
            "$",
            "\t",
            "\r",
            "\u0000",
            "\u0085",
            "\uFEFF",
            "\uD83D",
            "é",
            "😀",
            "commands: ",
            "map: ",
            "do: ",
            "retry: ",
            "env: ",
            "when: ",
            "on_failure: ",
            "timeout: ",
            "capture: ",
            "id: ",
            "imports: ",
            "extends: ",
            "template: ",
            "with: ",
            "&& ",
            "5s");

    @Override
    public String name() {
        return "workflows";
    }

    @Override
    public List<String> pieces() {
        return PIECES;
    }

    @Override
    public String input(Random random) {
        if (random.nextInt(4) == 0) {
            return FuzzTarget.super.input(random);
        }
        var text = new StringBuilder(SEEDS.get(random.nextInt(SEEDS.size())));
        for (int edits = random.nextInt(5); edits >= 0; edits--) {
            int from = random.nextInt(text.length());
            int to = Math.min(text.length(), from + random.nextInt(12));
            switch (random.nextInt(3)) {
                case 0 -> text.delete(from, Math.max(from, Math.min(to, text.length() - 1)));
                case 1 -> text.insert(from, PIECES.get(random.nextInt(PIECES.size())));
                default -> text.replace(from, to, PIECES.get(random.nextInt(PIECES.size())));
            }
        }
        return text.toString();
    }

    @Override
    public void take(String input) {
        var bytes = input.getBytes(StandardCharsets.UTF_8);
        var loaded = WorkflowLoader.load("f.yml", path -> path.equals("f.yml") ? bytes : null, LoadOptions.DEFAULT);
        boolean usable = loaded.workflow() != null;
        if (usable != (loaded.errors() == 0) || usable != (loaded.normalForm() != null)) {
            throw new IllegalStateException("a workflow with errors, or none without: " + loaded.problems());
        }
    }
}
