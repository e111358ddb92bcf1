/* Classes of the JDK that have locks of their own, used by two threads: what is
   expected is in the script. */

import java.io.*;
import java.util.*;

public class Locks {
    static class Slow {
        @Override
        public String toString() {
            synchronized (Locks.class) {
                return "s";
            }
        }
    }

    static void both(Runnable a, Runnable b) throws InterruptedException {
        Thread one = new Thread(a), two = new Thread(b);
        one.start();
        two.start();
        one.join();
        two.join();
    }

    static boolean go;

    static void await() {
        synchronized (Locks.class) {
            while (!go)
                try {
                    Locks.class.wait();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
        }
    }

    static void write(Writer w, String s) {
        try {
            w.write(s);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    static Object run(String name) throws Exception {
        StringBuffer s = new StringBuffer();
        switch (name) {
        case "print":
            both(() -> System.out.print("a"), () -> System.out.print("b"));
            return "";
        case "print-both":
            both(() -> { System.out.print("a"); System.err.print("c"); },
                 () -> { System.out.print("b"); System.err.print("d"); });
            return "";
        case "printf": // of objects of the program
            both(() -> System.out.printf("%s-%s", new Slow(), new Slow()),
                 () -> System.out.printf("%s+%s", new Slow(), new Slow()));
            return "";
        case "buffer":
            both(() -> s.append("a"), () -> s.append("b"));
            return s;
        case "buffer-slow": // the program's code runs while it is locked
            both(() -> s.append(new Slow()), () -> s.append("b"));
            return s;
        case "buffer-held":
            both(() -> {
                synchronized (s) {
                    s.append("a");
                    synchronized (Locks.class) {
                        s.append("a");
                    }
                }
            }, () -> s.append("b"));
            return s;
        case "buffer-waits": // whoever comes finds that another one has it
            both(() -> {
                synchronized (s) {
                    s.append("a");
                    await();
                    s.append("a");
                }
            }, () -> {
                synchronized (Locks.class) {
                    go = true;
                    Locks.class.notify();
                }
                s.append("b");
            });
            return s;
        case "buffer-deadlock":
            both(() -> {
                synchronized (s) {
                    synchronized (Locks.class) {
                        s.append("a");
                    }
                }
            }, () -> {
                synchronized (Locks.class) {
                    s.append("b");
                }
            });
            return s;
        case "buffer-throws": // and is free again
            both(() -> {
                try {
                    s.charAt(7);
                } catch (IndexOutOfBoundsException e) {
                    s.append("a");
                }
            }, () -> s.append("b"));
            return s;
        case "table": {
            Hashtable<String, Integer> t = new Hashtable<>();
            both(() -> { if (t.get("k") == null) t.put("k", 1); },
                 () -> { if (t.get("k") == null) t.put("k", 2); });
            return t.get("k");
        }
        case "bytes": {
            ByteArrayOutputStream o = new ByteArrayOutputStream();
            both(() -> o.write('a'), () -> o.write('b'));
            return o;
        }
        case "writer": {
            StringWriter w = new StringWriter();
            BufferedWriter b = new BufferedWriter(w);
            both(() -> write(b, "a"), () -> write(b, "b"));
            b.flush();
            return w;
        }
        case "properties":
            both(() -> System.setProperty("x", "a"), () -> System.setProperty("x", "b"));
            return System.getProperty("x");
        default:
            throw new IllegalArgumentException(name);
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.print(run(args[0]));
    }
}
