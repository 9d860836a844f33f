/// A stand-in for the agent program.
package dev.prodigy.testkit.agent;
