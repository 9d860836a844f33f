/// What may follow a path in a placeholder (spec 01 §8.3).
package dev.prodigy.lang.expr.modifier;
