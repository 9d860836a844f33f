/// Where a call happens: the home, the working tree around its directory.
package dev.prodigy.cli.place;
