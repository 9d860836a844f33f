/// YAML 1.2 to a tree that knows its places (spec 01 §1). Start with {@link Yaml} and {@link Node}; {@link NodePath} is
/// the way to a place, as messages name it, and {@link NodeJson} a tree as JSON.
package dev.prodigy.lang.yaml;
