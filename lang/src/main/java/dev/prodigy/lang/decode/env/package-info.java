/// How the environment of a workflow is written: variables, files, profiles, secrets (spec 01 §13). Start with {@link
/// EnvironmentKeys}.
package dev.prodigy.lang.decode.env;
