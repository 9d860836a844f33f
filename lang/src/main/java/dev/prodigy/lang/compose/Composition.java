package dev.prodigy.lang.compose;

import dev.prodigy.lang.decode.Decoding;
import dev.prodigy.lang.decode.Nearest;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.workflow.ComposedSource;
import dev.prodigy.lang.decode.workflow.CompositionKeys;
import dev.prodigy.lang.decode.workflow.ImportedFile;
import dev.prodigy.lang.decode.workflow.TemplateUse;
import dev.prodigy.lang.yaml.Document;
import dev.prodigy.lang.yaml.Node;
import dev.prodigy.lang.yaml.NodePath;
import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Puts a workflow together from the files it names: bases, then the template, then imports (spec 01 §12). A
/// base's imports are made when everything lies over it: they are of the whole, as its other keys are. A
/// template is whole before its steps are taken: what `with` gives may be for a parameter that it imports.
///
/// Every node keeps the place it was written at, so that problems name the file that holds them.
public final class Composition {
    private final FileSearch search;
    private final Place place;
    private final Map<String, Node.Mapping> aliases = new HashMap<>();
    private final Map<String, Map<String, Node.Mapping>> aliasesOfFiles = new HashMap<>();
    private final Set<String> lost = new HashSet<>();
    private final Set<String> imported = new HashSet<>();
    private final List<String> open = new ArrayList<>();

    /// @param decoding receives what is wrong
    public Composition(Library library, Decoding decoding) {
        this.search = new FileSearch(library);
        this.place = Place.root(decoding);
    }

    /// @return what imports gave a name
    public Aliases aliases() {
        return new Aliases(aliases, aliasesOfFiles, lost);
    }

    /// Composes a document.
    ///
    /// @param path of its file
    /// @return without the keys that named other files; null when the document is no map or list
    public Node.@Nullable Mapping compose(String path, Document document) {
        var layers = layers(path, document);
        return layers == null ? null : withImports(layers.imports(), layers.document());
    }

    /// A document over its bases and behind its template, to which nothing is imported yet: what is laid over
    /// it is so before that, and may say itself what is imported.
    private record Layers(Node.Mapping document, List<Import> imports) {}

    /// @param chain of files that led to the one that says it
    private record Import(ImportedFile what, List<String> chain) {}

    /// @return null when the document is no map or list
    private @Nullable Layers layers(String path, Document document) {
        var own = own(document);
        if (own == null) {
            return null;
        }
        open.addLast(path);
        var parts = CompositionKeys.read(own, place);
        var below = laidOver(parts.bases(), Merge.without(own, CompositionKeys.names()));
        var chain = List.copyOf(open);
        var imports = parts.imports() == null
                ? below.imports()
                : parts.imports().stream().map(each -> new Import(each, chain)).toList();
        var result = new Layers(afterTemplate(parts.template(), below.document()), imports);
        open.removeLast();
        return result;
    }

    /// A list stands for `{commands: list}`.
    private Node.@Nullable Mapping own(Document document) {
        return switch (document.root()) {
            case Node.Mapping map -> StepLists.canonical(map);
            case Node.Sequence list ->
                new Node.Mapping(List.of(new Node.Entry(StepLists.COMMANDS, list.span(), list)), null, list.span());
            case Node.Scalar scalar -> {
                var message = "a workflow is a map or a list of steps, not " + scalar.describe();
                place.error(ProblemCode.WRONG_DOCUMENT, scalar.span(), message);
                yield null;
            }
            case null -> null;
        };
    }

    private Layers laidOver(List<ComposedSource> bases, Node.Mapping own) {
        Layers below = null;
        for (var source : bases) {
            var base = layersOf(source);
            if (base != null) {
                below = below == null ? base : beside(below, base);
            }
        }
        return below == null
                ? new Layers(own, List.of())
                : new Layers(withDeclarations(below.document(), own, Merge.of(below.document(), own)), below.imports());
    }

    private @Nullable Layers layersOf(ComposedSource source) {
        var found = find(source);
        return found == null ? null : within(found, source, this::layers);
    }

    /// Neither of two bases is the other's: both keep what they import.
    private static Layers beside(Layers before, Layers later) {
        var imports = Stream.concat(before.imports().stream(), later.imports().stream())
                .toList();
        return new Layers(Merge.of(before.document(), later.document()), imports);
    }

    /// A base has its declarations in a list where its template gave them: a map over them adds to these too.
    private static Node.Mapping withDeclarations(Node.Mapping below, Node.Mapping own, Node.Mapping merged) {
        return below.get(ParameterNodes.PARAMETERS) instanceof Node.Sequence list
                        && own.get(ParameterNodes.PARAMETERS) instanceof Node.Mapping over
                ? Merge.with(
                        merged,
                        new Node.Entry(ParameterNodes.PARAMETERS, over.span(), ParameterNodes.laidOver(list, over)))
                : merged;
    }

    private Node.Mapping afterTemplate(@Nullable TemplateUse use, Node.Mapping own) {
        var layers = use == null ? null : layersOf(use.source());
        if (use == null || layers == null) {
            return own;
        }
        var template = bound(overridden(layers, use.override()), use.with());
        var steps = StepLists.commands(template);
        var rest = Merge.without(template, Set.of(StepLists.COMMANDS));
        return StepLists.before(steps, withParameters(template, own, use.with(), Merge.of(rest, own)));
    }

    /// What the template has itself is replaced before anything is imported into it, what it imports behind that.
    private Node.Mapping overridden(Layers template, Node.Mapping override) {
        var result = template.document();
        var left = new ArrayList<Node.Entry>();
        for (var entry : override.entries()) {
            var replaced = Overrides.apply(result, entry.key(), entry);
            if (replaced == null) {
                left.add(entry);
            } else {
                result = replaced;
            }
        }
        result = withImports(template.imports(), result);
        for (var entry : left) {
            var replaced = Overrides.apply(result, entry.key(), entry);
            if (replaced == null) {
                var message = "the template has nothing at \"" + entry.key() + "\"";
                place.key("template")
                        .key("override")
                        .key(entry.key())
                        .error(ProblemCode.UNDEFINED_REFERENCE, entry.keySpan(), message);
            } else {
                result = replaced;
            }
        }
        return result;
    }

    /// The declarations of both, whatever their shapes: a list in the one's place would leave the other's names to the
    /// shell. What `with` says goes before a default of the file too.
    private static Node.Mapping withParameters(
            Node.Mapping template, Node.Mapping own, Node.Mapping with, Node.Mapping merged) {
        var below = template.get(ParameterNodes.PARAMETERS);
        var over = own.get(ParameterNodes.PARAMETERS);
        if (below == null || over == null || over instanceof Node.Scalar) {
            return merged;
        }
        var both = ParameterNodes.laidOver(ParameterNodes.asList(below), over);
        for (var value : with.entries()) {
            if (!isLeft(value, template)) {
                both = ParameterNodes.bound(both, value);
            }
        }
        return Merge.with(merged, new Node.Entry(ParameterNodes.PARAMETERS, over.span(), both));
    }

    /// Gives the values of `with` to the template's parameters as their defaults.
    private Node.Mapping bound(Node.Mapping template, Node.Mapping with) {
        var declared = template.get(ParameterNodes.PARAMETERS);
        var list = declared == null ? null : ParameterNodes.asList(declared);
        var result = template;
        for (var value : with.entries()) {
            if (isLeft(value, template)) {
                continue;
            }
            if (list == null) {
                var defaults = new Node.Mapping(List.of(value), null, with.span());
                result = Merge.of(
                        result,
                        new Node.Mapping(
                                List.of(new Node.Entry("defaults", with.span(), defaults)), null, with.span()));
            } else if (ParameterNodes.names(list).contains(value.key())) {
                list = ParameterNodes.bound(list, value);
            } else {
                unknownParameter(value, ParameterNodes.names(list));
            }
        }
        return list == null ? result : Merge.with(result, new Node.Entry(ParameterNodes.PARAMETERS, list.span(), list));
    }

    /// Null counts as not given: a default of the template stands.
    private static boolean isLeft(Node.Entry given, Node.Mapping template) {
        return given.value() instanceof Node.Scalar scalar
                && scalar.isNull()
                && template.get("defaults") instanceof Node.Mapping defaults
                && defaults.get(given.key()) != null;
    }

    private void unknownParameter(Node.Entry value, List<String> declared) {
        var at = place.key("template").key("with").key(value.key());
        var message = "the template has no parameter \"" + value.key() + "\"";
        at.report(Problem.error(
                        ProblemCode.UNKNOWN_PARAMETER,
                        message,
                        value.keySpan(),
                        at.path().toString())
                .suggesting(Nearest.to(value.key(), declared)));
    }

    /// Reads the files in their order, a file that several import with the first of them; puts them in front from the
    /// last to the first, so that their steps stand in that order and a later file's declarations win.
    private Node.Mapping withImports(List<Import> imports, Node.Mapping own) {
        var documents = new ArrayList<Node.@Nullable Mapping>();
        imports.forEach(each -> documents.add(imported(each)));
        var result = own;
        for (int i = imports.size() - 1; i >= 0; i--) {
            var what = imports.get(i).what();
            var document = documents.get(i);
            if (document != null) {
                result = what.alias() == null
                        ? withImport(result, document, what)
                        : withAliased(result, document, what.alias(), what);
            }
        }
        return result;
    }

    private Node.Mapping withImport(Node.Mapping own, Node.Mapping document, ImportedFile what) {
        warnOfTheRest(document);
        return Imports.into(own, document, selection(what, document));
    }

    /// What reads a parameter of the template has a value only in its steps.
    private Node.Mapping withAliased(Node.Mapping own, Node.Mapping document, String alias, ImportedFile what) {
        var selection = selection(what, document);
        var lost = TemplateNames.entriesOf(document, own);
        for (var entry : lost) {
            if (selection == null || selection.contains(entry.key())) {
                place.elsewhere(NodePath.ROOT.key("env").key(entry.key()))
                        .warning(
                                ProblemCode.NO_EFFECT,
                                entry.keySpan(),
                                "it reads what only the steps of the template \"" + alias + "\" know; \"" + entry.key()
                                        + "\" is ignored",
                                "Move it to the env of these steps, or run this file with workflow: instead.");
            }
        }
        return Imports.aliased(own, TemplateNames.without(document, lost), alias, selection);
    }

    private void warnOfTheRest(Node.Mapping document) {
        for (var entry : Imports.ignored(document)) {
            place.elsewhere(NodePath.ROOT.key(entry.key()))
                    .warning(
                            ProblemCode.NO_EFFECT,
                            entry.keySpan(),
                            "an import brings steps and declarations; \"" + entry.key() + "\" is ignored",
                            "Write it into the file that imports this one, or take this file as its base with extends.");
        }
    }

    /// @return the document of an import, or null when it cannot be had or was imported before
    private Node.@Nullable Mapping imported(Import each) {
        var what = each.what();
        var outside = List.copyOf(open);
        open.clear();
        open.addAll(each.chain());
        try {
            return imported(what);
        } finally {
            open.clear();
            open.addAll(outside);
        }
    }

    private Node.@Nullable Mapping imported(ImportedFile what) {
        var found = find(what.source());
        var alias = what.alias();
        boolean again = found != null && alias == null && !open.contains(found.path()) && !imported.add(found.path());
        var document = found == null || again ? null : part(found, what.source());
        if (alias != null && document == null) {
            lost.add(alias);
        }
        if (alias != null && document != null) {
            aliases.put(alias, document);
            aliasesOfFiles
                    .computeIfAbsent(what.source().node().span().file(), _ -> new HashMap<>())
                    .put(alias, document);
        }
        return document;
    }

    /// @return the names that are taken, or null for everything
    private @Nullable List<String> selection(ImportedFile what, Node.Mapping document) {
        var selective = what.selective();
        if (selective == null) {
            return null;
        }
        var there = Imports.names(document);
        for (var name : selective) {
            if (!there.contains(name.name())) {
                var message = "the imported file has nothing named \"" + name.name() + "\"";
                var at = name.place();
                at.report(Problem.error(
                                ProblemCode.UNDEFINED_REFERENCE,
                                message,
                                name.span(),
                                at.path().toString())
                        .suggesting(Nearest.to(name.name(), there)));
            }
        }
        return selective.stream().map(ImportedFile.Selected::name).toList();
    }

    /// @return the composed document of another file, or null when it cannot be had, which has been reported
    public Node.@Nullable Mapping part(ComposedSource source) {
        var found = find(source);
        return found == null ? null : part(found, source);
    }

    private FileSearch.@Nullable Found find(ComposedSource source) {
        var found = search.find(source.node(), source.file(), source.place());
        if (found == null) {
            place.decoding().missFile();
        }
        return found;
    }

    private Node.@Nullable Mapping part(FileSearch.Found found, ComposedSource source) {
        return within(found, source, this::compose);
    }

    /// @return what is made of another file; null when it cannot be had, which has been reported
    private <T> @Nullable T within(
            FileSearch.Found found, ComposedSource source, BiFunction<String, Document, @Nullable T> made) {
        if (open.contains(found.path())) {
            var chain =
                    String.join(" → ", open.subList(open.indexOf(found.path()), open.size())) + " → " + found.path();
            place.decoding().missFile();
            source.place()
                    .error(ProblemCode.COMPOSITION_CYCLE, source.node().span(), "files contain each other: " + chain);
            return null;
        }
        place.decoding().bring(found.path(), source.node().span().file());
        var result = made.apply(found.path(), found.document());
        if (result == null) {
            place.decoding().missFile();
        }
        return result;
    }
}
