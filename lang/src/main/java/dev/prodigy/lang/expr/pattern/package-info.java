/// Regular expressions and globs that match in linear time.
package dev.prodigy.lang.expr.pattern;
