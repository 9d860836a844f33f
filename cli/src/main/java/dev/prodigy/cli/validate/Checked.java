package dev.prodigy.cli.validate;

import dev.prodigy.cli.workflow.ProblemJson;
import dev.prodigy.cli.workflow.RemainingWork;
import dev.prodigy.cli.workflow.WorstCase;
import dev.prodigy.lang.load.Loaded;
import dev.prodigy.model.value.FieldsWriter;
import dev.prodigy.model.value.Value;

/// A file and what came of checking it.
record Checked(String file, Loaded loaded) {

    boolean isValid() {
        return loaded.errors() == 0;
    }

    /// @param explained whether the normal form and the worst case are wanted
    /// @return the object of spec 05 §2.3
    Value.Fields toValue(boolean explained) {
        var workflow = loaded.workflow();
        var draft = loaded.draft();
        var members = new FieldsWriter()
                .put("valid", isValid())
                .put("errors", loaded.errors())
                .put("warnings", loaded.warnings())
                .put("file", file);
        if (draft != null) {
            members.put("name", draft.name()).put("mode", draft.mode().word());
        }
        members.put("problems", ProblemJson.of(loaded.problems()));
        if (draft != null && draft.workflow() != null) {
            members.put("policies", Policies.of(draft.workflow()));
        }
        if (workflow != null && explained) {
            members.put("normal_form", loaded.explainedForm())
                    .put("worst_case", WorstCase.toValue(workflow, RemainingWork.EVERYTHING));
        }
        return members.done();
    }
}
