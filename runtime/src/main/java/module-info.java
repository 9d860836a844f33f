/// The world: journal files, processes, git, agents, locks, and the loop that drives a run.
@org.jspecify.annotations.NullMarked
module dev.prodigy.runtime {
    requires transitive dev.prodigy.engine;

    exports dev.prodigy.runtime.home;
    exports dev.prodigy.runtime.journal;
}
