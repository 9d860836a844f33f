/// What workflows and templates are given: declared names with types and bounds (spec 01 §12). There is only
/// {@link Parameter}.
package dev.prodigy.model.parameter;
