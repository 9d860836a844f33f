/// The environment that a workflow gives its steps: variables, files, profiles and secrets (spec 01 §13). Start with
/// {@link Environment}.
package dev.prodigy.model.env;
