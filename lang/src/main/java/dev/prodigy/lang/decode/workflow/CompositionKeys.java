package dev.prodigy.lang.decode.workflow;

import dev.prodigy.lang.decode.Entries;
import dev.prodigy.lang.decode.Key;
import dev.prodigy.lang.decode.KeySet;
import dev.prodigy.lang.decode.Lists;
import dev.prodigy.lang.decode.Place;
import dev.prodigy.lang.decode.Unknown;
import dev.prodigy.lang.yaml.Node;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The keys that bring other files in (spec 01 §12). They have been applied, and are gone, before a workflow is
/// decoded.
public final class CompositionKeys {
    private static final Key<List<ComposedSource>> EXTENDS =
            Key.of("extends", Lists.oneOrMany(ComposedSource.FILE), "Files that this one is laid over.");
    private static final Key<TemplateUse> TEMPLATE =
            Key.of("template", TemplateUse.SHAPE, "A template whose steps come before this file's.");
    private static final Key<List<ImportedFile>> IMPORTS =
            Key.of("imports", Lists.oneOrMany(ImportedFile.SHAPE), "Files whose steps and declarations are added.");

    static final KeySet KEYS = KeySet.of(EXTENDS, TEMPLATE, IMPORTS);

    private CompositionKeys() {}

    /// What a document brings in.
    ///
    /// @param bases in order, later ones over earlier ones
    /// @param template null = none
    /// @param imports null = the document says nothing of them: those of its bases stay
    public record Parts(
            List<ComposedSource> bases,
            @Nullable TemplateUse template,
            @Nullable List<ImportedFile> imports) {}

    /// Reads the keys of a document.
    public static Parts read(Node.Mapping document, Place place) {
        var others = new HashSet<String>();
        document.entries().forEach(entry -> others.add(entry.key()));
        others.removeAll(KEYS.names());
        boolean removes = removesImports(document);
        if (removes) {
            others.add(IMPORTS.name());
        }
        var entries = Entries.of(document, KEYS, Unknown.WARNING, others, place);
        return new Parts(
                entries.get(EXTENDS, List.of()), entries.get(TEMPLATE), removes ? List.of() : entries.get(IMPORTS));
    }

    /// Null removes what a base has.
    private static boolean removesImports(Node.Mapping document) {
        return document.get(EXTENDS.name()) != null
                && document.get(IMPORTS.name()) instanceof Node.Scalar scalar
                && scalar.isNull();
    }

    /// @return the names of the keys
    public static Set<String> names() {
        return KEYS.names();
    }
}
