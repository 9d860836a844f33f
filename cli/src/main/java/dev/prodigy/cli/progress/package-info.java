/// What a person sees on stderr while a run is under way, made from the run's durable events.
package dev.prodigy.cli.progress;
