package dev.prodigy.lang.expr;

import dev.prodigy.lang.expr.scope.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The paths of workflow variables that a compiled expression or text may read, found without evaluating it, in
/// the order of first appearance.
final class ReadVariables {
    private ReadVariables() {}

    static List<Path> of(Node node) {
        var collector = new Collector();
        collector.visit(node);
        return List.copyOf(collector.variables);
    }

    static List<Path> of(Template template) {
        var collector = new Collector();
        collector.visit(template);
        return List.copyOf(collector.variables);
    }

    static List<Path> of(Body body) {
        var collector = new Collector();
        collector.visit(body);
        return List.copyOf(collector.variables);
    }

    private static final class Collector {
        private final Set<Path> variables = new LinkedHashSet<>();

        void visit(Node node) {
            switch (node) {
                case Node.Literal _, Node.Position _, Node.Field _ -> {}
                case Node.Interpolated(Template template) -> visit(template);
                case Node.ListOf(var elements) -> elements.forEach(this::visit);
                case Node.Variable(Path path) -> variables.add(path);
                case Node.Braced(Placeholder placeholder) -> variables.addAll(placeholder.variables());
                case Node.Not(Node operand) -> visit(operand);
                case Node.Negated(Node operand) -> visit(operand);
                case Node.All(var operands) -> operands.forEach(this::visit);
                case Node.Any(var operands) -> operands.forEach(this::visit);
                case Node.Compared(var _, Node left, Node right) -> visitAll(left, right);
                case Node.Searched(Node text, var _) -> visit(text);
                case Node.Computed(Node first, var steps) -> {
                    visit(first);
                    steps.forEach(step -> visit(step.operand()));
                }
                case Node.Called(var _, var arguments) -> arguments.forEach(this::visit);
                case Node.Choice(Node condition, Node then, Node otherwise) -> visitAll(condition, then, otherwise);
                case Node.Defaulted(Node value, Node fallback) -> visitAll(value, fallback);
                case Node.Exists(Node path) -> visit(path);
                case Node.Where(Node list, Node condition) -> {
                    visit(list);
                    variables.addAll(ReadVariables.of(condition));
                }
                case Node.Walked(Node from, var _) -> visit(from);
            }
        }

        void visit(Template template) {
            for (var part : template.parts()) {
                switch (part) {
                    case Template.Part.Literal _ -> {}
                    case Template.Part.Slot slot ->
                        variables.addAll(slot.placeholder().variables());
                }
            }
        }

        void visit(Body body) {
            switch (body) {
                case Body.Looked(Path path, Chain chain) -> {
                    variables.add(path);
                    visit(chain);
                }
                case Body.Bare(String name) -> variables.add(Path.of(name));
                case Body.Evaluated(var _, Chain chain, var read) -> {
                    variables.addAll(read);
                    visit(chain);
                }
                case Body.Broken(var _, var mentioned) -> variables.addAll(mentioned);
                case Body.Uuid _, Body.Date _, Body.CommandOutput _ -> {}
                case Body.FileContent(Template path) -> visit(path);
                case Body.JsonAt(var _, Path variable) -> variables.add(variable);
                case Body.Ambiguous(Body source, Body.Looked declared) -> {
                    visit(source);
                    visit(declared);
                }
            }
        }

        private void visit(Chain chain) {
            if (chain.fallback() != null) {
                visit(chain.fallback().template());
            }
        }

        private void visitAll(Node... nodes) {
            for (var node : nodes) {
                visit(node);
            }
        }
    }
}
