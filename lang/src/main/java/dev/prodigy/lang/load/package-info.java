/// From the name of a file to a workflow and all its problems: read, composed, decoded and checked (spec 01 §12, §14,
/// 05 §2.3). Start with {@link WorkflowLoader}.
package dev.prodigy.lang.load;
