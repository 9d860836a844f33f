/// What commands consist of: words and here-documents, and the values in them with what their place demands.
///
/// Start with {@link Word} and {@link Hole}: what is demanded of a value is often known only later in its command
/// (`[[ x -gt …`). An {@link Observer} is told of commands and of what stands between them.
package dev.prodigy.lang.shell.command;
