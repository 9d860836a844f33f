/// How the program talks: the streams, the terminal, colours, JSON documents.
package dev.prodigy.cli.output;
