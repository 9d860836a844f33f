/// Random texts for everything that reads texts from outside.
package dev.prodigy.bench.fuzz;
