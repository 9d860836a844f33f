/// Places in source files, and what is wrong there (spec 01 §14, 05 §3). Start with {@link Problem}.
package dev.prodigy.model.source;
