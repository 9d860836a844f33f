package dev.prodigy.runtime.journal;

import dev.prodigy.runtime.home.StorageFailure;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Names of segment files, `items-{n}.jsonl` and `results-{n}.jsonl`, numbered from 1 (spec 05 §5.1).
final class Segments {
    static final String ITEMS = "items";
    static final String RESULTS = "results";

    private static final Pattern NAME = Pattern.compile("(items|results)-([1-9][0-9]{0,8})\\.jsonl");

    private Segments() {}

    static String name(String kind, int number) {
        return kind + "-" + number + ".jsonl";
    }

    /// @return whether a file's name is that of a segment; one that is not is never opened
    static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    /// @return the segments in a run's folder, in no order
    static List<Path> list(Path folder) {
        try (var files = Files.newDirectoryStream(folder, file -> isName(String.valueOf(file.getFileName())))) {
            var found = new ArrayList<Path>();
            files.forEach(found::add);
            return found;
        } catch (IOException | DirectoryIteratorException e) {
            throw StorageFailure.of("read", folder, e instanceof IOException failure ? failure : new IOException(e));
        }
    }

    /// @return the highest number of a file of the kind; 0 when there is none
    static int lastNumber(Path folder, String kind) {
        int last = 0;
        for (var file : list(folder)) {
            var name = NAME.matcher(String.valueOf(file.getFileName()));
            last = name.matches() && name.group(1).equals(kind)
                    ? Math.max(last, Integer.parseInt(name.group(2)))
                    : last;
        }
        return last;
    }
}
