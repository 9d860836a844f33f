package dev.prodigy.cli;

import static org.junit.platform.commons.support.AnnotationSupport.findAnnotatedFields;

import dev.prodigy.runtime.home.Folders;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// Makes and deletes what {@link NewDesk} asks for.
final class DeskExtension implements BeforeEachCallback {
    private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace.create(DeskExtension.class);

    /// A folder that goes with its test.
    private record Folder(Path path) implements AutoCloseable {
        @Override
        public void close() {
            Folders.delete(path);
        }
    }

    @Override
    public void beforeEach(ExtensionContext context) throws Exception {
        for (var field : findAnnotatedFields(context.getRequiredTestClass(), NewDesk.class)) {
            var folder = new Folder(Files.createTempDirectory("desk-"));
            context.getStore(NAMESPACE).put(field, folder);
            field.setAccessible(true);
            field.set(context.getRequiredTestInstance(), new Desk(folder.path()).with("PRODIGY_ISOLATION", "none"));
        }
    }
}
