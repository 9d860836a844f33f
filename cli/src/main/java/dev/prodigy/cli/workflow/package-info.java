/// The workflow files that commands read.
package dev.prodigy.cli.workflow;
