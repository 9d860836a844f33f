/// What the steps of a run printed (spec 05 §2.6, §5.5).
package dev.prodigy.cli.logs;
