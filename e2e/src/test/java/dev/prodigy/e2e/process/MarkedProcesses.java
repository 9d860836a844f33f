package dev.prodigy.e2e.process;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The processes that steps of one home's runs started and that still live, found as an administrator would find
/// them: by the marker variable in their environment (spec 03 §13).
public final class MarkedProcesses {
    private MarkedProcesses() {}

    /// @param home the home of the runs; other tests may run beside this one
    /// @return one line per process, with its command
    public static List<String> of(Path home) throws IOException {
        return of(home, true);
    }

    /// @param home the home of the runs
    /// @return those that no run marked too, such as the commands that a start waits for
    public static List<String> andUnmarked(Path home) throws IOException {
        return of(home, false);
    }

    private static List<String> of(Path home, boolean marked) throws IOException {
        var found = new ArrayList<String>();
        try (var processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (var process : processes) {
                var environment = read(process.resolve("environ"));
                if ((!marked || environment.contains("PRODIGY_MARKER="))
                        && environment.contains("PRODIGY_HOME=" + home + "\0")) {
                    found.add(process.getFileName() + " "
                            + read(process.resolve("cmdline")).replace('\0', ' '));
                }
            }
        }
        return found;
    }

    /// A process that ends while it is looked at has no environment any more.
    private static String read(Path file) {
        try {
            return Files.readString(file, ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }
}
