/// JSON and YAML that is data: texts to values and back, and what is wrong with a text in plain words. Start with
/// {@link Json}.
package dev.prodigy.lang.json;
