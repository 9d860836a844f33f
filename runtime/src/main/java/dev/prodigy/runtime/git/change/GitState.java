package dev.prodigy.runtime.git.change;

import dev.prodigy.runtime.git.ObjectId;
import org.jspecify.annotations.Nullable;

/// A worktree at one moment: what is committed, and what the files are, ignored ones left out.
///
/// @param head the commit checked out, or null before the first
/// @param tree the files, committed or not
public record GitState(@Nullable ObjectId head, ObjectId tree) {}
