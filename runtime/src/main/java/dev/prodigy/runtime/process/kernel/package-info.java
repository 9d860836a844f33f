/// What the kernel knows about processes: starting them, hearing of their end, finding them. Linux only.
package dev.prodigy.runtime.process.kernel;
