/// How time passes: what o'clock it is, and how a thread lets some of it go by. Tests move it by hand.
package dev.prodigy.runtime.time;
