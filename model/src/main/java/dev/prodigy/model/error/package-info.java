/// What a failure is: its code, its category, and the record of it that results, events and dead letters share (spec 02
/// §2). Start with {@link ErrorRecord}; the codes that have names are {@link KnownCode}, those that are computed {@link
/// ErrorCode}.
package dev.prodigy.model.error;
