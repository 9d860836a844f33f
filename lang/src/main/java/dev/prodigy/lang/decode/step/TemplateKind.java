package dev.prodigy.lang.decode.step;

import dev.prodigy.lang.decode.DataShapes;
import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Maps;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.Templates;
import dev.prodigy.lang.decode.Texts;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.step.StepKind;
import dev.prodigy.model.text.Data;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// `template: NAME` (or `use`) with `with`: the template's steps run here (spec 01 §12).
final class TemplateKind implements StepKindShape {
    private static final Key<SequencedMap<String, Data>> WITH =
            Key.of("with", Maps.of("a map of parameters", DataShapes.DATA), "The template's parameters.");
    private static final KeySet BESIDE = KeySet.of(WITH);
    private static final StepForm FORM = StepForm.of(
                    "template", Texts.SOURCE, "Name or path of a template, whose steps run here.")
            .or("use")
            .with(BESIDE);

    @Override
    public StepForm form() {
        return FORM;
    }

    @Override
    public @Nullable StepKind read(Node.Entry kind, Entries beside) {
        var place = beside.place().key(kind.key());
        var name = Texts.STRING.read(kind.value(), place);
        var with = beside.get(WITH);
        if (name == null || !(kind.value() instanceof Node.Scalar source)) {
            return null;
        }
        var template =
                place.decoding().templates().find(source, with == null ? Map.of() : with, written(beside), place);
        return template == null ? null : inline(template, source, place);
    }

    private static Templates.@Nullable Written written(Entries beside) {
        return beside.written(WITH) instanceof Node.Mapping values
                ? new Templates.Written(values, beside.at(WITH))
                : null;
    }

    private static @Nullable StepKind inline(Templates.Bound template, Node.Scalar source, Place place) {
        var open = place.decoding().openTemplates();
        place.decoding().bring(template.file(), source.span().file());
        if (open.contains(template.file())) {
            var way = place.decoding().way(template.file(), source.span().file());
            var chain = String.join(" → ", way) + " → " + template.file();
            place.error(ProblemCode.COMPOSITION_CYCLE, source.span(), "templates contain each other: " + chain);
            return null;
        }
        open.addLast(template.file());
        var entries = place.decoding().enterTemplate(template.alias());
        var outer = place.decoding().variables();
        place.decoding().useVariables(outer.within(template.with(), template.defaults()));
        var steps = StepList.named("template").read(template.steps(), place);
        place.decoding().useVariables(outer);
        place.decoding().useEntriesOf(entries);
        open.removeLast();
        return steps == null
                ? null
                : new StepKind.Inline(
                        template.name(),
                        template.parameters(),
                        template.with(),
                        template.defaults(),
                        template.without(),
                        steps);
    }
}
