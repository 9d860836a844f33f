package dev.prodigy.lang.lint;

import dev.prodigy.model.source.Problem;
import dev.prodigy.model.source.ProblemCode;
import dev.prodigy.model.text.Text;
import dev.prodigy.model.workflow.Workflow;
import java.util.List;
import java.util.function.Function;

/// FILE_NOT_FOUND: environment files that must be there and are not; and what is wrong in those that are there
/// (spec 01 §13). A path with a placeholder in it is known only when the run starts, and so is what `~` stands for.
///
/// @param look finds a file
public record EnvFiles(Function<Text, Looked> look) implements Check {
    /// What an environment file has come to.
    ///
    /// @param tried where it was looked for; empty when it is there
    /// @param problems what is wrong in it
    public record Looked(List<String> tried, List<Problem> problems) {
        public Looked {
            tried = List.copyOf(tried);
            problems = List.copyOf(problems);
        }
    }

    @Override
    public void check(Workflow workflow, Report report) {
        for (var file : workflow.header().environment().files()) {
            var path = file.path();
            boolean known = path.source().indexOf('$') < 0 && !path.source().startsWith("~");
            if (!known) {
                continue;
            }
            var looked = look.apply(path);
            looked.problems().forEach(report::add);
            if (file.required() && !looked.tried().isEmpty()) {
                var at = report.at(path.span());
                var message = "there is no file \"" + path.source() + "\"; tried " + String.join(", ", looked.tried());
                report.add(Problem.error(ProblemCode.FILE_NOT_FOUND, message, at.span(), at.path())
                        .hinting("With required: false it may be missing."));
            }
        }
    }
}
