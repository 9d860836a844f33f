/// A world for steps without processes, disk and real time. Start with {@link VirtualWorld}.
package dev.prodigy.testkit.world;
