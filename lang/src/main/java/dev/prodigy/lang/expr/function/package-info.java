/// Functions over values (spec 01 §10.3).
package dev.prodigy.lang.expr.function;
