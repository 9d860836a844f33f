package dev.prodigy.e2e.sandbox;

import static org.junit.platform.commons.support.AnnotationSupport.findAnnotatedFields;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// Makes and deletes what {@link NewSandbox} asks for.
final class SandboxExtension implements BeforeEachCallback {
    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(SandboxExtension.class);

    /// A folder that goes with its test.
    private record Folder(Path path) implements AutoCloseable {
        /// Deletes the folder, also what a test made unwritable.
        @Override
        public void close() throws IOException {
            var script = "chmod -R u+rwX \"$1\" && rm -rf \"$1\"";
            var deletion = new ProcessBuilder("sh", "-c", script, "sh", path.toString())
                    .inheritIO()
                    .start();
            if (deletion.onExit().join().exitValue() != 0) {
                throw new IOException("not deleted: " + path);
            }
        }
    }

    @Override
    public void beforeEach(ExtensionContext context) throws Exception {
        for (var field : findAnnotatedFields(context.getRequiredTestClass(), NewSandbox.class)) {
            var folder = new Folder(Files.createTempDirectory("sandbox-"));
            context.getStore(NAMESPACE).put(field, folder);
            field.setAccessible(true);
            var files = field.getAnnotation(NewSandbox.class).files();
            field.set(context.getRequiredTestInstance(), Sandbox.in(folder.path(), files));
        }
    }
}
