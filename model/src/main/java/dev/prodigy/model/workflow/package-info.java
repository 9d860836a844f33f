/// A whole workflow as it will run, with every default filled in and every spelling resolved (spec 01 §1, 03 §1). Start
/// with {@link Workflow}.
package dev.prodigy.model.workflow;
