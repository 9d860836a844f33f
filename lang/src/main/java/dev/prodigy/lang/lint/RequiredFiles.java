package dev.prodigy.lang.lint;

import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.workflow.Workflow;
import java.util.function.Predicate;

/// FILE_NOT_FOUND: environment files that must be there and are not (spec 01 §13). A path with a
/// placeholder in it is known only when the run starts.
///
/// @param exists whether there is a file of this path
record RequiredFiles(Predicate<String> exists) implements Check {
    @Override
    public void check(Workflow workflow, Report report) {
        for (var file : workflow.header().environment().files()) {
            var path = file.path().source();
            if (file.required() && path.indexOf('$') < 0 && !exists.test(path)) {
                var at = report.at(file.path().span());
                report.add(Problem.error(
                                ProblemCode.FILE_NOT_FOUND, "there is no file \"" + path + "\"", at.span(), at.path())
                        .hinting("With required: false it may be missing."));
            }
        }
    }
}
