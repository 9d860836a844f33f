/// Work that prodigy would otherwise throw away is saved first (spec 03 §12).
package dev.prodigy.runtime.git.salvage;
