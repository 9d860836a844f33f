/// What values mean in expressions: truth, equality, order, arithmetic and text (spec 01 §8.3, §10.2).
package dev.prodigy.lang.expr.value;
