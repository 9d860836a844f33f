/// `prodigy dlq`: the items that failed for good (spec 05 §2.5).
package dev.prodigy.cli.dlq;
