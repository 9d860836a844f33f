/// The arguments RUN and ITEM, the same for every command (spec 05 §1).
package dev.prodigy.cli.runs;
