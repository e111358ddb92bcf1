/* Small programs with shutdown hooks: what is expected is in the script. */

public class Hooks {
    static int n;
    static volatile int v;
    static final Object lock = new Object();

    static Thread add(Runnable hook) {
        Thread t = new Thread(hook, "hook");
        Runtime.getRuntime().addShutdownHook(t);
        return t;
    }

    static void start(Runnable r) {
        new Thread(r).start();
    }

    static void daemon(Runnable r) {
        Thread t = new Thread(r);
        t.setDaemon(true);
        t.start();
    }

    static void print(String s) {
        synchronized (lock) {
            System.out.print(s);
        }
    }

    static void join(Thread t) {
        try {
            t.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static void run(String name) throws Exception {
        switch (name) {
        case "end": // it sees what threads did that the program waited for
            start(() -> n++);
            add(() -> System.out.print("hook " + n));
            break;
        case "exit":
            add(() -> System.out.print("hook"));
            System.exit(0);
        case "two":
            add(() -> print("a"));
            add(() -> print("b"));
            break;
        case "beside": // others go on while hooks run
            start(() -> v = 1);
            add(() -> System.out.print(v));
            System.exit(0);
        case "race":
            start(() -> n = 1);
            add(() -> n = 2);
            System.exit(0);
        case "order": // who has added it comes first
            Thread t = new Thread(() -> {
                n = 1;
                add(() -> {
                    assert n == 1;
                });
                v = 1;
            });
            t.start();
            while (v == 0)
                Thread.yield();
            System.exit(0);
        case "exit-in-hook":
            add(() -> System.exit(1));
            break;
        case "halt-in-hook": // others need not have ended
            add(() -> Runtime.getRuntime().halt(0));
            add(() -> v = 1);
            break;
        case "halt":
            add(() -> {
                throw new IllegalStateException();
            });
            Runtime.getRuntime().halt(0);
        case "removed":
            Thread gone = add(() -> {
                throw new IllegalStateException();
            });
            assert Runtime.getRuntime().removeShutdownHook(gone);
            assert !Runtime.getRuntime().removeShutdownHook(gone);
            break;
        case "late":
            add(() -> v = 1);
            start(() -> add(() -> v = 2));
            System.exit(0);
        case "late-caught":
            add(() -> print("a"));
            start(() -> {
                try {
                    add(() -> print("b"));
                } catch (IllegalStateException e) {
                    print("c");
                }
            });
            System.exit(0);
        case "first-hook": // comes when somebody is about to end the program
            start(() -> add(() -> System.out.print("hook")));
            System.exit(0);
        case "remove-late": // ...and goes
            Thread hook = add(() -> System.out.print("hook"));
            start(() -> {
                try {
                    Runtime.getRuntime().removeShutdownHook(hook);
                } catch (IllegalStateException e) {
                    // it runs
                }
            });
            System.exit(0);
        case "exits": // the hook runs once
            add(() -> {
                assert ++n == 1;
            });
            start(() -> System.exit(0));
            System.exit(0);
        case "twice":
            Runtime.getRuntime().addShutdownHook(add(() -> { }));
            break;
        case "running": {
            Thread r = new Thread(() -> {
                while (v == 0)
                    Thread.yield();
            });
            r.start();
            Runtime.getRuntime().addShutdownHook(r);
            break;
        }
        case "lock": // which the one who ends the program has
            add(() -> {
                synchronized (lock) {
                    n++;
                }
            });
            synchronized (lock) {
                System.exit(0);
            }
        case "daemon": // ends the program, and stays to see it end
            add(() -> System.out.print("hook"));
            daemon(() -> System.exit(0));
            break;
        case "daemon-hook":
            Thread d = new Thread(() -> System.out.print("hook"));
            d.setDaemon(true);
            Runtime.getRuntime().addShutdownHook(d);
            break;
        case "throws":
            add(() -> {
                throw new IllegalStateException();
            });
            break;
        case "joins": { // one that has ended
            Thread main = Thread.currentThread();
            add(() -> join(main));
            break;
        }
        case "joins-exit": { // one that waits for it
            Thread main = Thread.currentThread();
            add(() -> join(main));
            System.exit(0);
        }
        case "starts": // nobody waits for it
            add(() -> start(() -> System.out.print("hook")));
            break;
        case "initialiser":
            add(() -> v = 1);
            v = Ender.value;
            break;
        case "null":
            Runtime.getRuntime().addShutdownHook(null);
            break;
        default:
            throw new IllegalArgumentException(name);
        }
    }

    static class Ender {
        static int value = 1;

        static {
            System.exit(0);
        }
    }

    public static void main(String[] args) throws Exception {
        run(args[0]);
    }
}
