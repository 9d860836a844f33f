/// How steps are written (spec 01 §2 to §6). Start with {@link StepShape}; each kind is a {@link StepKindShape}, found
/// through {@link StepKinds}, and the options that all kinds have are {@link StepOptionKeys}.
package dev.prodigy.lang.decode.step;
