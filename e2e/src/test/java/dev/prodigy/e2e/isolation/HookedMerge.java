package dev.prodigy.e2e.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.e2e.launcher.Running;
import dev.prodigy.e2e.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/// A merge into the user's checkout that a hook of the user's holds up.
record HookedMerge(Sandbox sandbox) {
    /// A run whose merge brings a file and takes one away.
    static final String NEW_FILE = """
            commands:
              - shell: echo step >>"$TRACE"; echo new >"new file.txt"; git rm -q README; git add -A; git commit -q -m new
            """;

    static HookedMerge in(Sandbox sandbox) throws IOException {
        sandbox.repository().write("README", "read me\n").commitAll("read me");
        return new HookedMerge(sandbox);
    }

    /// @return the file that is there once the hook runs
    Path inHook() {
        return sandbox.folder().resolve("in-hook");
    }

    /// @return the beginning of a hook that tells that it runs
    String entered() {
        return "touch '" + inHook() + "'; ";
    }

    /// Makes a hook that does not end by itself.
    void holdUp(String name) throws IOException {
        hook(name, entered() + "sleep 600");
    }

    /// Starts a command that merges, and waits for the hook.
    Running inTheHook(String... command) {
        return sandbox.prodigy().start(command).until("the hook runs", () -> Files.exists(inHook()));
    }

    void assertUntouched(String before) throws IOException {
        assertThat(sandbox.repository().commit("main")).isEqualTo(before);
        assertThat(sandbox.repository().git("status", "--porcelain")).isEmpty();
        assertThat(sandbox.repository().directory().resolve(".git/MERGE_HEAD")).doesNotExist();
        assertThat(sandbox.repository().directory().resolve(".git/index.lock")).doesNotExist();
        assertThat(sandbox.repository().directory().resolve("README")).hasContent("read me");
        assertThat(sandbox.repository().directory().resolve("new file.txt")).doesNotExist();
    }

    void assertMergedOnce() throws IOException {
        assertMergedOnce("");
    }

    void assertMergedOnce(String status) throws IOException {
        assertThat(sandbox.repository()
                        .git("log", "--first-parent", "--merges", "--format=%s", "main")
                        .lines())
                .hasSize(1);
        assertThat(sandbox.repository().git("status", "--porcelain")).isEqualTo(status);
        assertThat(sandbox.repository().directory().resolve(".git/MERGE_HEAD")).doesNotExist();
        assertThat(sandbox.repository().directory().resolve("new file.txt")).hasContent("new");
        assertThat(sandbox.repository().directory().resolve("README")).doesNotExist();
        assertThat(sandbox.trace()).containsExactly("step");
    }

    /// A hook of merges into `main` alone: the steps' own commits go by it.
    void hook(String name, String text) throws IOException {
        var file = hookFile(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/bash\ntest \"$(git branch --show-current)\" = main || exit 0\n" + text + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    Path hookFile(String name) {
        return sandbox.repository().directory().resolve(".git/hooks/" + name);
    }
}
