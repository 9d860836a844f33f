/// Events as journal entries, and back (spec 05 §5.2, §6).
package dev.prodigy.runtime.event;
