/// Policies for tests, as an author would write them.
package dev.prodigy.testkit.policy;
