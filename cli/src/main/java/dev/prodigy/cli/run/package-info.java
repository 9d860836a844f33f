/// The commands that execute work: `run`, `resume`, and what they share (spec 05 §2.1, §2.2).
package dev.prodigy.cli.run;
