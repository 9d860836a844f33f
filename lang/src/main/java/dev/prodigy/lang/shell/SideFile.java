package dev.prodigy.lang.shell;

/// A file that a shell text reads when it starts, to be written before and private to the run's user: it may hold
/// secrets.
///
/// @param name file name inside the directory given to {@link ShellText.Ready#files}
/// @param content to be written as UTF-8, nothing added
public record SideFile(String name, String content) {}
