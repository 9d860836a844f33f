/// How workflow files are written and read (spec 01 §1): the parts that all shapes are made of. The packages below hold
/// the shapes of environments, policies, steps and whole workflows.
///
/// A {@link Shape} is declared once; reading, the JSON Schema and the normal form all come from it. Start with {@link
/// Shape}, {@link Key} and {@link Keyed}.
package dev.prodigy.lang.decode;
