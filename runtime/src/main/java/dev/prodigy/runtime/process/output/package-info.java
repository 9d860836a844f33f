/// What becomes of the bytes that a process prints: masked, logged, shown, kept for variables and error records.
package dev.prodigy.runtime.process.output;
