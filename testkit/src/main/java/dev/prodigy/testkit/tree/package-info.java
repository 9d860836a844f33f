/// A working tree in memory, with as much of git as steps can see.
package dev.prodigy.testkit.tree;
