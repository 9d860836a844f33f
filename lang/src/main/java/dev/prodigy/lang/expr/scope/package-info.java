/// Names, and the ways from them to values (spec 01 §7, §8.1).
package dev.prodigy.lang.expr.scope;
