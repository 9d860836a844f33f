/// Views of runs: session records, checkpoints, dead letter files. Never truth; rebuilt from the
/// journal when missing or stale (spec 05 §5.1).
package dev.prodigy.runtime.view;
