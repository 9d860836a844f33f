package dev.prodigy.cli.run;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Hears of the signals that ask the process to end. One that was ignored when the process started stays ignored
/// (`nohup`).
///
/// The JDK has one class for this, `sun.misc.Signal` of its exported module `jdk.unsupported`; the compiler's warning
/// about it cannot be switched off, so it is called by its name.
final class ProcessSignals implements AutoCloseable {
    private static final List<String> NAMES = List.of("INT", "TERM", "HUP");

    private final List<Restore> before = new ArrayList<>();

    /// A signal and what it did before.
    private record Restore(Object signal, Object handler) {}

    /// Begins to hear.
    ///
    /// @param heard gets the name, such as `SIGINT`, on a thread of its own
    ProcessSignals(Consumer<String> heard) {
        for (var name : NAMES) {
            try {
                before.add(handle(name, heard));
            } catch (ReflectiveOperationException | IllegalArgumentException e) {
                // A system without this signal cannot send it.
                System.getLogger(ProcessSignals.class.getName()).log(System.Logger.Level.DEBUG, name, e);
            }
        }
    }

    @Override
    public void close() {
        for (var each : before) {
            try {
                handle().invoke(null, each.signal(), each.handler());
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("what was a handler is one no longer", e);
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // a handler is equal to itself alone
    private static Restore handle(String name, Consumer<String> heard) throws ReflectiveOperationException {
        var signal = signalClass().getConstructor(String.class).newInstance(name);
        var handler = Proxy.newProxyInstance(
                ProcessSignals.class.getClassLoader(), new Class<?>[] {handlerClass()}, (proxy, method, args) -> {
                    return switch (method.getName()) {
                        case "handle" -> {
                            heard.accept("SIG" + name);
                            yield null;
                        }
                        case "equals" -> args != null && proxy == args[0];
                        case "hashCode" -> System.identityHashCode(proxy);
                        default -> "handler of SIG" + name;
                    };
                });
        return new Restore(signal, handle().invoke(null, signal, handler));
    }

    private static Method handle() throws ReflectiveOperationException {
        return signalClass().getMethod("handle", signalClass(), handlerClass());
    }

    private static Class<?> signalClass() throws ClassNotFoundException {
        return Class.forName("sun.misc.Signal");
    }

    private static Class<?> handlerClass() throws ClassNotFoundException {
        return Class.forName("sun.misc.SignalHandler");
    }
}
