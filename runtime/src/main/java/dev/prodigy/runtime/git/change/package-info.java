/// What steps did to the repository: evidence for their success, the git members of `step` and `workflow`, and the
/// commits a step asks for (spec 03 §6, §9; 01 §7).
package dev.prodigy.runtime.git.change;
