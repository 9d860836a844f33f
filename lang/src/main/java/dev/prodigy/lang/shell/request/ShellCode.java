package dev.prodigy.lang.shell.request;

/// Why a shell text cannot be run with its values. All are of the category `definition` (spec 02 §2.2).
public enum ShellCode {
    /// A value that is not an integer stands where the shell evaluates arithmetic (spec 01 §9.2).
    NOT_AN_INTEGER,
    /// A value would be evaluated as code where the shell takes a variable's name or a list of elements.
    VALUE_IS_CODE,
    /// No process can be given a NUL character.
    VALUE_HAS_NUL,
    /// Half a surrogate pair has no bytes in UTF-8.
    VALUE_IS_NOT_UNICODE,
    /// A value is longer than {@link ValueLimits#value()}.
    VALUE_TOO_LARGE,
    /// The text's nesting cannot be followed in reasonable time.
    TEXT_TOO_DEEP
}
