/// The commands that change a run that has begun (spec 05 §2.7).
package dev.prodigy.cli.control;
