package dev.prodigy.runtime.run.input;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// The shell that runs texts where nobody names one (spec 01 §2).
public final class ShellProgram {
    private ShellProgram() {}

    /// @return bash, or sh where the path has no bash
    public static String of(Map<String, String> environment) {
        var path = environment.getOrDefault("PATH", "/usr/bin:/bin");
        for (var folder : List.of(path.split(":", -1))) {
            if (!folder.isEmpty() && Files.isExecutable(Path.of(folder, "bash"))) {
                return "bash";
            }
        }
        return "sh";
    }
}
