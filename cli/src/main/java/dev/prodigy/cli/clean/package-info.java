/// What cleans the home: whole runs, their logs, their views (spec 05 §2.10).
package dev.prodigy.cli.clean;
