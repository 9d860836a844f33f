package dev.prodigy.lang.shell.request;

/// How much a shell text may hand to its process, in bytes of UTF-8 (spec 01 §9.3, 03 §13 "long texts").
///
/// @param variable longest variable, name and value, that is put into the environment
/// @param environment most that all variables of one text take in the environment together
/// @param value longest value that can be passed at all
public record ValueLimits(int variable, int environment, int value) {

    /// 100 KiB, 512 KiB, 64 MiB: well inside Linux's 128 KiB for one string and macOS's 1 MiB for all.
    public static final ValueLimits STANDARD = new ValueLimits(100 << 10, 512 << 10, 64 << 20);
}
