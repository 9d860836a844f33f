/// Metrics: what a run's journal comes to in numbers (spec 05 §8).
package dev.prodigy.engine.figures;
