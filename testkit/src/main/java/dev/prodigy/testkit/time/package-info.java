/// A clock that tests move by hand.
package dev.prodigy.testkit.time;
