/* Programs that are not meant well: what is expected is in hostile.sh. */

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;

public class Hostile {
    static volatile int v;
    static final List<Object> hoard = new ArrayList<>();

    static void start(Runnable r) {
        new Thread(r).start();
    }

    static int deep(int n) {
        return v + deep(n + 1);
    }

    static void breed() {
        for (;;)
            start(Hostile::breed);
    }

    /* Loads its classes again, whatever the parent has. */
    static class Loader extends ClassLoader {
        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("Hostile"))
                return super.loadClass(name, resolve);
            try (InputStream in = Hostile.class.getResourceAsStream(name + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    static class Exits {
        static int value = 1;

        static {
            System.exit(0);
        }
    }

    static class Left {
        static int value = Right.value + 1;
    }

    static class Right {
        static int value = Left.value + 1;
    }

    static class Finalized {
        @Override
        protected void finalize() {
            System.exit(0);
        }
    }

    static void run(String name) throws Exception {
        switch (name) {
        case "spawn":
            for (;;)
                start(() -> v++);
        case "breed":
            breed();
            break;
        case "heap":
            for (;;)
                hoard.add(new byte[64 << 20]);
        case "heap-thread":
            start(() -> {
                for (;;)
                    hoard.add(new byte[64 << 20]);
            });
            v++;
            break;
        case "heap-caught":
            try {
                for (;;)
                    hoard.add(new byte[64 << 20]);
            } catch (OutOfMemoryError e) {
                hoard.clear();
            }
            break;
        case "objects": // many small ones, each with a name
            for (;;) {
                Object o = new Object();
                synchronized (o) {
                    hoard.add(o);
                }
            }
        case "stack":
            deep(0);
            break;
        case "stack-thread":
            start(() -> deep(0));
            v++;
            break;
        case "stack-caught":
            try {
                deep(0);
            } catch (StackOverflowError e) {
                v++;
            }
            break;
        case "library":
            System.loadLibrary("no-such-library");
            break;
        case "load":
            System.load(System.getProperty("user.dir") + "/libhostile.so");
            touch();
            break;
        case "loader":
            start(() -> {
                synchronized (Hostile.class) {
                    v++;
                }
            });
            new Loader().loadClass("Hostile", true).getMethod("main", String[].class)
                .invoke(null, (Object) new String[] {"spin-a-while"});
            break;
        case "spin-a-while":
            synchronized (Hostile.class) {
                v++;
            }
            break;
        case "exit-initialiser":
            start(() -> v++);
            v = Exits.value;
            break;
        case "exit-handler":
            Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> System.exit(0));
            start(() -> {
                throw new IllegalStateException();
            });
            v++;
            break;
        case "exit-finalizer":
            for (int i = 0; i < 1000; i++)
                new Finalized();
            System.gc();
            break;
        case "exit-finally":
            try {
                System.exit(0);
            } finally {
                System.exit(1);
            }
            break;
        case "exit-everywhere":
            for (int i = 0; i < 3; i++)
                start(() -> System.exit(0));
            Runtime.getRuntime().addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(0)));
            System.exit(0);
            break;
        case "initialisers":
            start(() -> v = Left.value);
            v = Right.value;
            break;
        case "loop":
            for (int i = 0;; i++)
                hoard.size();
        case "crash": {
            Field f = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
            f.setAccessible(true);
            ((sun.misc.Unsafe) f.get(null)).putAddress(0, 0);
            break;
        }
        case "streams":
            System.out.close();
            System.err.close();
            System.setOut(null);
            System.setErr(null);
            start(() -> v++);
            v++;
            break;
        case "deaths": // what unwinds executions is caught, and thrown away
            for (int i = 0; i < 3; i++)
                start(() -> {
                    try {
                        v++;
                        synchronized (Hostile.class) {
                            Hostile.class.wait();
                        }
                    } catch (Throwable e) {
                        v++;
                    } finally {
                        v++;
                    }
                });
            break;
        default:
            throw new IllegalArgumentException(name);
        }
    }

    static native void touch();

    public static void main(String[] args) throws Exception {
        run(args[0]);
    }
}
