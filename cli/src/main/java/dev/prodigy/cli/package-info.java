/// The program: finds the command that was asked for, runs it, reports what went wrong.
package dev.prodigy.cli;
