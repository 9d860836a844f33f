/// How whole workflows, their phases and their agents are written (spec 01 §1, §11, §12, 03 §1). Start with {@link
/// WorkflowShape}, the one place where everything comes together.
package dev.prodigy.lang.decode.workflow;
