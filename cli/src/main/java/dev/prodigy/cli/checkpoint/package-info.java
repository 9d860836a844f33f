/// `prodigy checkpoints`: the checkpoints that a run's journal tells of, and their file (spec 05 §2.8).
package dev.prodigy.cli.checkpoint;
