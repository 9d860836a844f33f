/// `prodigy fsck`: looks over what is stored of runs, and mends it (spec 05 §2.11, §5.4).
package dev.prodigy.cli.fsck;
