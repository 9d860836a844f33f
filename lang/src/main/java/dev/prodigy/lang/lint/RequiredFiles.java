package dev.prodigy.lang.lint;

import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.workflow.Workflow;
import java.util.List;
import java.util.function.Function;

/// FILE_NOT_FOUND: environment files that must be there and are not (spec 01 §13). A path with a
/// placeholder in it is known only when the run starts, and so is what `~` stands for.
///
/// @param missing where a file was looked for; empty when it is there
record RequiredFiles(Function<Text, List<String>> missing) implements Check {
    @Override
    public void check(Workflow workflow, Report report) {
        for (var file : workflow.header().environment().files()) {
            var path = file.path();
            boolean known = path.source().indexOf('$') < 0 && !path.source().startsWith("~");
            var tried = file.required() && known ? missing.apply(path) : List.<String>of();
            if (!tried.isEmpty()) {
                var at = report.at(path.span());
                var message = "there is no file \"" + path.source() + "\"; tried " + String.join(", ", tried);
                report.add(Problem.error(ProblemCode.FILE_NOT_FOUND, message, at.span(), at.path())
                        .hinting("With required: false it may be missing."));
            }
        }
    }
}
