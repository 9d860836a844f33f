/// Random texts for everything that reads texts from outside: one generator for each language, and what must hold
/// whatever it makes. Tests take some thousands of inputs, `bench/fuzz` a million.
package dev.prodigy.testkit.fuzz;
