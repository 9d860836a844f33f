package dev.prodigy.engine.breaker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prodigy.model.error.Category;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// What docs/errors.md shows of the program is what the program does.
class ErrorsPageTest {
    private static final Path PAGE = Path.of("..", "docs", "errors.md");
    private static final Pattern DIAGRAM = Pattern.compile("(?ms)^```mermaid\\n(.*?)^```$");
    private static final Pattern CATEGORIES = Pattern.compile("(?ms)^<!-- categories -->\\n(.*?)^<!-- end -->$");

    private static String found(Pattern pattern) throws IOException {
        var matcher = pattern.matcher(Files.readString(PAGE));
        assertThat(matcher.find()).as("%s in %s", pattern, PAGE).isTrue();
        return matcher.group(1);
    }

    @Test
    void theDiagramIsTheTableOfTransitions() throws IOException {
        assertThat(found(DIAGRAM)).isEqualTo(BreakerRule.diagram());
    }

    @Test
    void theCategoriesAreThoseThereAre() throws IOException {
        assertThat(found(CATEGORIES)).isEqualTo(table());
    }

    private static String table() {
        return Arrays.stream(Category.values())
                .map(each -> "| `" + each.word() + "` | " + worth(each) + " | "
                        + each.aliases().stream().map(name -> "`" + name + "`").collect(Collectors.joining(", "))
                        + " |\n")
                .collect(Collectors.joining("", "| category | worth a retry | other names |\n|---|---|---|\n", ""));
    }

    private static String worth(Category category) {
        return category.neverRetried() ? "never" : category.retryable() ? "yes" : "no";
    }
}
