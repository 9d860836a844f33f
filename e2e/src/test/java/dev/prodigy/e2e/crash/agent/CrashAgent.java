package dev.prodigy.e2e.crash.agent;

import static java.util.stream.Collectors.groupingBy;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Map;

/// Makes the program under test call {@link Boundary} wherever it touches the world, while its classes are
/// loaded: the program is the one that users get, and holds no code for this.
///
/// It needs nothing but the JDK, because it lives in the program's process.
public final class CrashAgent {
    private static final String PRODIGY = "dev/prodigy/runtime/";

    /// The methods at whose begin and end the program may die.
    private static final Map<String, List<Spot>> SPOTS = spots(
            new Spot("home/LocalFile", "write", "write"),
            new Spot("home/LocalFile", "force", "force"),
            new Spot("home/LocalFile", "truncate", "truncate"),
            new Spot("home/LocalDisk", "create", "create file"),
            new Spot("home/LocalDisk", "rename", "rename"),
            new Spot("home/LocalDisk", "link", "link"),
            new Spot("home/LocalDisk", "delete", "delete file"),
            new Spot("home/LocalDisk", "createFolder", "create folder"),
            new Spot("home/LocalDisk", "forceFolder", "force folder"),
            new Spot("home/OwnerLock", "tryTake", "lock"),
            new Spot("home/Folders", "delete", "delete files"),
            new Spot("journal/JournalArchive", "pack", "pack"),
            new Spot("git/OsLock", "acquire", "lock"),
            new Spot("git/OsLock", "tryAcquire", "lock"),
            new Spot("git/GitProgram", "run", "git"),
            new Spot("git/Refs", "attempt", "ref update"),
            new Spot("git/CommitWriter", "write", "commit"),
            new Spot("git/worktree/DirectoryTree", "delete", "delete tree"),
            new Spot("process/Launch", "launch", "process start"),
            new Spot("process/Supervision", "run", "process end"),
            new Spot("run/RunActor", "carryOut", "effect"));

    private static final ClassDesc BOUNDARY = ClassDesc.of("dev.prodigy.e2e.crash.agent.Boundary");
    private static final MethodTypeDesc PASS =
            MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_String, ConstantDescs.CD_String);
    private static final MethodTypeDesc WRITE = MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_int);

    private CrashAgent() {}

    /// A method that touches the world.
    ///
    /// @param owner its class, below `dev.prodigy.runtime`
    /// @param name what it does, in words
    private record Spot(String owner, String method, String name) {
        /// What is on disk before a call to it, is so behind the call before: dying before it is no case of
        /// its own.
        boolean isFile() {
            return owner.startsWith("home/");
        }
    }

    /// Called by the virtual machine before the program begins.
    public static void premain(String arguments, Instrumentation instrumentation) {
        Boundary.begin(arguments);
        instrumentation.addTransformer(new ClassFileTransformer() {
            @Override
            public byte[] transform(
                    Module module,
                    ClassLoader loader,
                    String name,
                    Class<?> redefined,
                    ProtectionDomain domain,
                    byte[] bytes) {
                var spots = SPOTS.get(name);
                return spots == null ? null : rewritten(name, bytes, spots);
            }
        });
    }

    /// A class that cannot be rewritten must not pass for one that has no boundaries.
    private static byte[] rewritten(String name, byte[] bytes, List<Spot> spots) {
        try {
            var file = ClassFile.of();
            var transform = ClassTransform.ACCEPT_ALL;
            for (var spot : spots) {
                transform = transform.andThen(ClassTransform.transformingMethodBodies(
                        method -> method.methodName().equalsString(spot.method) && isReal(method),
                        CodeTransform.ofStateful(() -> new Rewriting(spot))));
            }
            return file.transformClass(file.parse(bytes), transform);
        } catch (RuntimeException | Error e) {
            e.printStackTrace();
            Boundary.die("cannot rewrite " + name);
            throw e;
        }
    }

    private static boolean isReal(MethodModel method) {
        return method.code().isPresent();
    }

    /// Puts the calls in.
    private record Rewriting(Spot spot) implements CodeTransform {
        @Override
        public void atStart(CodeBuilder code) {
            if (!spot.isFile()) {
                pass(code, "begins");
            }
            if (spot.name.equals("write")) {
                code.iload(3).invokestatic(BOUNDARY, "write", WRITE).istore(3);
            } else if (spot.name.equals("force")) {
                code.invokestatic(BOUNDARY, "force", ConstantDescs.MTD_void);
            }
        }

        @Override
        public void accept(CodeBuilder code, CodeElement element) {
            if (element instanceof ReturnInstruction) {
                pass(code, "ended");
            }
            code.with(element);
        }

        private void pass(CodeBuilder code, String when) {
            code.loadConstant(spot.name).loadConstant(when).invokestatic(BOUNDARY, "pass", PASS);
        }
    }

    private static Map<String, List<Spot>> spots(Spot... spots) {
        return List.of(spots).stream().collect(groupingBy(spot -> PRODIGY + spot.owner));
    }
}
