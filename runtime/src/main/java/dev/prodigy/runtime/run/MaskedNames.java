package dev.prodigy.runtime.run;

import dev.prodigy.engine.step.Left;
import dev.prodigy.engine.step.Product;
import dev.prodigy.engine.step.StepResult;
import dev.prodigy.lang.expr.scope.Path;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.value.Value;
import dev.prodigy.runtime.event.EventCodec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The names that give what a step has come to (spec 01 §7), as far as a mask stands there.
final class MaskedNames {
    private static final String OUTPUT = "output";
    private static final String HANDLER = "handler";

    /// They tell how a step ended, and hold nothing of what it printed.
    private static final Set<String> UNHARMED = Set.of(
            "exit_code",
            "success",
            "duration",
            "truncated",
            "status",
            "skipped",
            "attempts",
            "commits",
            "exists",
            "successful",
            "failed",
            "total");

    private final Mask.Source source;
    private final List<Mask> masks = new ArrayList<>();

    private MaskedNames(Mask.Source source) {
        this.source = source;
    }

    /// @param fields what a step's event has of its result, marked as masked
    static List<Mask> of(Mask.Source source, Value.Fields fields) {
        var names = new MaskedNames(source);
        var result = StepResult.read(fields);
        var members = members(result);
        boolean isValue = Value.of("value").equals(fields.get(EventCodec.MASKED));
        names.product(
                member -> harmed(members, member), path -> isCaptureHarmed(result.captured(), isValue, members, path));
        var left = new MaskedNames(source.left());
        left.left(result.gain().left());
        names.masks.addAll(left.masks);
        return names.masks;
    }

    /// @return the names of a step whose product will be that of a masked one
    static List<Mask> ofProduct(Mask.Source source) {
        var names = new MaskedNames(source);
        names.product(MaskedNames::mayBeHarmed, path -> mayBeHarmed(Mask.member(path)));
        return names.masks;
    }

    /// @return the names that a list which belongs to a step gives its output to
    static List<Mask> ofList(Mask.Source source, StepTree.Place list) {
        var names = new MaskedNames(source.left());
        switch (list.part()) {
            case VALIDATION -> names.add("validation", _ -> true, false);
            case FALLBACK, COMPLETION, FAILURE, SUCCESS -> names.add(HANDLER, _ -> true, false);
            case PHASE, BODY, TEMPLATE -> {}
        }
        list.captures().forEach(name -> names.add(name, _ -> true, true));
        return names.masks;
    }

    /// @param error of the step, as its handlers read it
    /// @param result the step's
    static List<Mask> ofError(Mask.Source source, Value.Fields error, Value.Fields result) {
        var names = new MaskedNames(source.left());
        var output = Value.of(StepResult.read(result).product().output());
        var members = new LinkedHashMap<>(error.members());
        members.put("json", error);
        members.put(OUTPUT, output);
        names.space("error", members);
        names.space("test", Map.of(OUTPUT, output));
        return names.masks;
    }

    private void product(Predicate<@Nullable String> harmed, Predicate<Path> capture) {
        var step = source.node().step();
        var captures = step.options().captures();
        if (captures.name() != null) {
            add(captures.name(), capture, true);
        }
        if (captures.defaults()) {
            space("last", harmed);
            if (!(step.kind() instanceof StepKind.SubWorkflow)) {
                space(step.kind().keyword(), harmed);
            }
        }
        if (step.id() != null) {
            space(step.id(), harmed);
        }
        if (step.kind() instanceof StepKind.SubWorkflow child && child.isEntry()) {
            entry(child.target(), harmed);
        }
    }

    /// An entry that came under an alias has a dot in its name.
    private void entry(String name, Predicate<@Nullable String> harmed) {
        int dot = name.indexOf('.');
        if (dot < 0) {
            space(name, harmed);
        } else {
            add(
                    name.substring(0, dot),
                    path -> path.segments().size() < 2
                            || path.isAtOrBelow(name.substring(0, dot), name.substring(dot + 1)),
                    false);
        }
    }

    private void left(Left left) {
        left.namespaces().forEach((name, fields) -> space(name, fields.members()));
        left.captures().forEach((name, value) -> {
            if (MaskedResults.isIn(value)) {
                add(name, _ -> true, true);
            }
        });
    }

    private void space(String name, Map<String, Value> members) {
        if (members.values().stream().anyMatch(MaskedResults::isIn)) {
            space(name, member -> member == null || (members.containsKey(member) && harmed(members, member)));
        }
    }

    private void space(String name, Predicate<@Nullable String> harmed) {
        add(name, path -> harmed.test(Mask.member(path)), false);
    }

    private void add(String name, Predicate<Path> harmed, boolean plain) {
        masks.add(new Mask(source, name, harmed, plain));
    }

    private static boolean isCaptureHarmed(
            @Nullable Value value, boolean isValue, Map<String, Value> members, Path path) {
        var member = Mask.member(path);
        if (member == null) {
            return isValue;
        }
        var part = value instanceof Value.Fields fields ? fields.get(member) : null;
        return part == null
                ? members.containsKey(member) ? harmed(members, member) : isValue && mayBeHarmed(member)
                : MaskedResults.isIn(part);
    }

    private static boolean harmed(Map<String, Value> members, @Nullable String member) {
        if (member == null) {
            return members.values().stream().anyMatch(MaskedResults::isIn);
        }
        var value = members.get(member);
        return value == null ? mayBeHarmed(member) : MaskedResults.isIn(value);
    }

    private static boolean mayBeHarmed(@Nullable String member) {
        return member == null || !UNHARMED.contains(member);
    }

    private static Map<String, Value> members(StepResult result) {
        var product = result.product();
        var members = new LinkedHashMap<String, Value>();
        members.put(OUTPUT, Value.of(product.output()));
        members.put("stdout", Value.of(product.stdout()));
        members.put("stderr", Value.of(product.stderr()));
        members.put("files_changed", Value.ofTexts(result.filesChanged()));
        members.putAll(product.further().members());
        if (product.further().get(Product.OUTPUTS) instanceof Value.Fields(var outputs)) {
            members.putAll(outputs);
        }
        members.putAll(result.gain().outputs());
        return members;
    }
}
