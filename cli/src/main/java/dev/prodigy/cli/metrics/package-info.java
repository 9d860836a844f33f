/// What runs come to in numbers, for people, scripts and monitoring (spec 05 §8).
package dev.prodigy.cli.metrics;
