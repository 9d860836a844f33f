/// Masks secrets in everything that is stored or shown (spec 02 §11). Start with {@link Redactor} for texts and values,
/// and {@link RedactingStream} for bytes that come in pieces.
package dev.prodigy.engine.redact;
