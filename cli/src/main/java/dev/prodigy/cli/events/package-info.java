/// `prodigy events`: what the journal of a run says (spec 05 §2.4).
package dev.prodigy.cli.events;
