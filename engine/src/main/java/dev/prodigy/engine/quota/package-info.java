/// Where a run is with the usage limit of its agents (spec 02 §8). What follows from it is decided in
/// `decide.AgentQuota`.
package dev.prodigy.engine.quota;
