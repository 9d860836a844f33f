/// What stands in for the programs that steps run: scripted answers, and a toy shell. Start with {@link Program}.
package dev.prodigy.testkit.program;
