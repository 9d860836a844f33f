/// Data alone: what a workflow says, what happened in a run, what went wrong. No I/O, no clock, no threads, no
/// randomness.
@org.jspecify.annotations.NullMarked
open module dev.prodigy.model {
    requires static transitive org.jspecify;

    exports dev.prodigy.model.value;
    exports dev.prodigy.model.source;
    exports dev.prodigy.model.text;
    exports dev.prodigy.model.parameter;
    exports dev.prodigy.model.env;
    exports dev.prodigy.model.item;
    exports dev.prodigy.model.error;
    exports dev.prodigy.model.policy;
    exports dev.prodigy.model.delay;
    exports dev.prodigy.model.event;
    exports dev.prodigy.model.step;
    exports dev.prodigy.model.workflow;
}
