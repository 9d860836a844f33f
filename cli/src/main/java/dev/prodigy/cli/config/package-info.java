/// Configuration: files, environment variables, and the commands that explain them (spec 05 §4, §2.9).
package dev.prodigy.cli.config;
