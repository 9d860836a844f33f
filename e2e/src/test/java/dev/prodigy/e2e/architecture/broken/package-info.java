/// Classes that break the rules of the architecture, one rule in each file, to show that every rule can fail.
package dev.prodigy.e2e.architecture.broken;
