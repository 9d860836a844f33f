/// How far a run is (spec 05 §2.6).
package dev.prodigy.cli.status;
