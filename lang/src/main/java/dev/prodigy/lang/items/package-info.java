/// Work items from texts of every format, read one by one (spec 03 §3). Start with {@link ItemReader}, which gives an
/// {@link ItemSource}.
package dev.prodigy.lang.items;
