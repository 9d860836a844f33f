/// What the steps outside of items have come to, as far as it is durable: what a resume does not do again (spec 03
/// §14). Start with {@link StepLedger}.
package dev.prodigy.engine.ledger;
