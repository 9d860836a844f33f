/// Which failures are alike: messages without what differs from item to item, and what items have in common by them
/// (spec 02 §9). Start with {@link Signature}.
package dev.prodigy.engine.signature;
