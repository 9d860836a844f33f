/// Measurements, beside what they should be. Start with {@link Main}; a group of them is a {@link Benchmark}.
package dev.prodigy.bench;
