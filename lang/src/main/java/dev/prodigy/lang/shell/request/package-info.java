/// What is asked: a shell text, the shell that will run it, what its placeholders stand for; and what a refusal says
/// (spec 01 §9).
///
/// Start with {@link ShellRequest}, then {@link Fill}.
package dev.prodigy.lang.shell.request;
