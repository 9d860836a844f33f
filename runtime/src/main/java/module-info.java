/// The world: journal files, processes, git, agents, locks, and the loop that drives a run.
@org.jspecify.annotations.NullMarked
module dev.prodigy.runtime {
    requires transitive dev.prodigy.engine;

    exports dev.prodigy.runtime.process;
    exports dev.prodigy.runtime.process.output;
    exports dev.prodigy.runtime.control;
    exports dev.prodigy.runtime.git;
    exports dev.prodigy.runtime.git.change;
    exports dev.prodigy.runtime.git.cleanup;
    exports dev.prodigy.runtime.git.conflict;
    exports dev.prodigy.runtime.git.merge;
    exports dev.prodigy.runtime.git.salvage;
    exports dev.prodigy.runtime.git.session;
    exports dev.prodigy.runtime.git.slot;
    exports dev.prodigy.runtime.git.worktree;
    exports dev.prodigy.runtime.event;
    exports dev.prodigy.runtime.home;
    exports dev.prodigy.runtime.item;
    exports dev.prodigy.runtime.journal;
    exports dev.prodigy.runtime.letter;
    exports dev.prodigy.runtime.run;
    exports dev.prodigy.runtime.run.forecast;
    exports dev.prodigy.runtime.run.merge;
    exports dev.prodigy.runtime.run.replay;
    exports dev.prodigy.runtime.run.request;
    exports dev.prodigy.runtime.run.worktree;
    exports dev.prodigy.runtime.snapshot;
    exports dev.prodigy.runtime.time;
    exports dev.prodigy.runtime.view;
}
