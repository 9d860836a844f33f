/// Merges: items into the session branch, the session branch into the user's (spec 03 §10, §11).
package dev.prodigy.runtime.git.merge;
