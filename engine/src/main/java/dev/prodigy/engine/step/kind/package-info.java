/// One file for each kind of step: what it makes ready and how it is executed (spec 01 §2). Start with {@link
/// ShellStep}.
package dev.prodigy.engine.step.kind;
