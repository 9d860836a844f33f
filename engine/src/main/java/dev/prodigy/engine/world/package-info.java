/// What steps need from outside, as interfaces: programs, files, git, waits, the journal. Start with {@link World}. The
/// real one is in `runtime.world`, one of virtual time in testkit.
package dev.prodigy.engine.world;
