/// Repositories for tests: made quickly, asked afterwards.
package dev.prodigy.testkit.git;
