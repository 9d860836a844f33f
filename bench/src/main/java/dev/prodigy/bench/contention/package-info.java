/// Many processes and threads on one repository, or on one run, at once.
package dev.prodigy.bench.contention;
