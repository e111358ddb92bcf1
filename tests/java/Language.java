/* Threads as the language and java.lang have them, right and wrong: what is
   expected is in the script. */

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.*;
import java.util.function.*;

public class Language {
    static int n, m;
    static long wide;
    static volatile int seen, turn;
    static volatile int[] array = new int[2];
    static Object lock = new Object();
    static Integer boxed = 1000;

    interface Act {
        void run() throws Exception;
    }

    static Thread thread(Act act) {
        return new Thread(() -> {
            try {
                act.run();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    static void both(Act... acts) throws InterruptedException {
        Thread[] threads = new Thread[acts.length];
        for (int i = 0; i < acts.length; i++)
            (threads[i] = thread(acts[i])).start();
        for (Thread t : threads)
            t.join();
    }

    enum Account {
        SAVINGS, CURRENT;
        int balance;
        static int transfers;

        synchronized void add(int amount) { balance += amount; }

        synchronized void addAndCount(int amount) {
            balance += amount;
            transfers++; // of all of them
        }

        static synchronized void count() { transfers++; }
    }

    record Pair(int[] both, int total) {
        Pair { Objects.requireNonNull(both); }
    }

    static class Lazy {
        static final List<Integer> list = new ArrayList<>();
        static int made;

        static {
            list.add(1);
            list.add(2);
            made = list.size();
        }
    }

    static class Other { // nobody has used it before
        static int n;
    }

    static class Prepared {
        static int n, m = 5;
    }

    static class Single {
        private static final Map<String, Integer> MAP = new HashMap<>(Map.of("a", 1));

        static int get() { return MAP.get("a"); }

        static void put() { MAP.put("a", 2); }
    }

    class Inner {
        int mine;

        void add() { outer++; mine++; }

        synchronized void addLocked() { outer++; }

        void addProperly() {
            synchronized (Language.this) {
                outer++;
            }
        }
    }

    int outer;

    static class Leak extends Thread {
        int value;

        Leak() {
            start(); // before it is made
            value = 1;
        }

        public void run() { n = value; }
    }

    static class Counter {
        private int count;
        private static int all;

        synchronized void add() { count++; }

        int get() { return count; }

        static synchronized void addAll() { all++; }

        synchronized void addHere() { all++; }

        synchronized void fail() {
            count++;
            throw new IllegalStateException();
        }
    }

    static class Resource implements AutoCloseable {
        static int open;

        Resource() { synchronized (lock) { open++; } }

        public void close() { synchronized (lock) { open--; } }
    }

    static final VarHandle HANDLE = MethodHandles.arrayElementVarHandle(int[].class);

    static void interrupts(String name) throws Exception {
        switch (name) {
        case "interrupt-race": { // an interrupt that nobody looks at orders nothing
            Thread t = thread(() -> n = 2);
            t.start();
            n = 1;
            t.interrupt();
            break;
        }
        case "interrupt-order": {
            Thread t = new Thread(() -> {
                try {
                    Thread.sleep(1000);
                } catch (InterruptedException e) {
                    n = 2;
                }
            });
            t.start();
            n = 1;
            t.interrupt();
            break;
        }
        case "interrupt-asked": {
            Thread t = thread(() -> { if (Thread.interrupted()) n = 2; });
            t.start();
            n = 1;
            t.interrupt();
            t.join();
            break;
        }
        case "interrupt-not-found": {
            Thread t = thread(() -> { if (!Thread.currentThread().isInterrupted()) n = 2; });
            t.start();
            n = 1;
            t.interrupt();
            t.join();
            break;
        }
        case "interrupt-twice": { // cleared in between
            Thread t = thread(() -> {
                seen += Thread.interrupted() ? 1 : 0;
                seen += Thread.interrupted() ? 1 : 0;
            });
            t.start();
            t.interrupt();
            t.join();
            assert seen <= 1;
            break;
        }
        case "interrupt-kept": {
            Thread t = thread(() -> {
                while (!Thread.currentThread().isInterrupted())
                    synchronized (lock) {
                        try {
                            lock.wait();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    }
            });
            t.start();
            t.interrupt();
            t.join();
            break;
        }
        case "interrupt-lost": { // caught, and forgotten
            Thread t = thread(() -> {
                while (!Thread.currentThread().isInterrupted())
                    synchronized (lock) {
                        try {
                            lock.wait();
                        } catch (InterruptedException e) {
                            seen = 1;
                        }
                    }
            });
            t.start();
            t.interrupt();
            t.join();
            break;
        }
        case "interrupt-join": {
            Thread first = Thread.currentThread();
            Thread t = thread(() -> { first.interrupt(); synchronized (lock) { while (turn == 0) lock.wait(); } });
            t.start();
            try {
                t.join();
                assert false;
            } catch (InterruptedException e) {
                synchronized (lock) {
                    turn = 1;
                    lock.notify();
                }
            }
            break;
        }
        case "interrupt-blocked": // monitors do not care
            synchronized (lock) {
                Thread t = thread(() -> { synchronized (lock) { n = 1; } });
                t.start();
                t.interrupt();
            }
            break;
        default:
            waits(name);
        }
    }

    static void waits(String name) throws Exception {
        switch (name) {
        case "wait-timed":
            both(() -> { synchronized (lock) { if (n == 0) lock.wait(100); assert n == 1; } },
                 () -> { synchronized (lock) { n = 1; lock.notify(); } });
            break;
        case "wait-timed-loop":
            both(() -> { synchronized (lock) { for (int i = 0; i < 2 && n == 0; i++) lock.wait(100); } },
                 () -> { synchronized (lock) { n = 1; lock.notify(); } });
            break;
        case "wait-if": // others may have taken it meanwhile
            both(() -> { synchronized (lock) { if (n == 0) lock.wait(); n--; assert n >= 0; } },
                 () -> { synchronized (lock) { if (n == 0) lock.wait(); n--; assert n >= 0; } },
                 () -> { synchronized (lock) { n++; lock.notifyAll(); } },
                 () -> { synchronized (lock) { n++; lock.notifyAll(); } });
            break;
        case "wait-once": // right only if waits end by notifications
            both(() -> { synchronized (lock) { if (n == 0) lock.wait(); assert n == 1; } },
                 () -> { synchronized (lock) { n = 1; lock.notifyAll(); } });
            break;
        case "wait-loop":
            both(() -> { synchronized (lock) { while (n == 0) lock.wait(); assert n == 1; } },
                 () -> { synchronized (lock) { n = 1; lock.notifyAll(); } });
            break;
        case "await-once": {
            java.util.concurrent.locks.ReentrantLock l = new java.util.concurrent.locks.ReentrantLock();
            java.util.concurrent.locks.Condition c = l.newCondition();
            both(() -> { l.lock(); if (n == 0) c.await(); assert n == 1; l.unlock(); },
                 () -> { l.lock(); n = 1; c.signal(); l.unlock(); });
            break;
        }
        case "wait-other": {
            Object a = new Object();
            synchronized (lock) {
                a.wait();
            }
            break;
        }
        case "wait-nested": { // holds the outer one
            Object a = new Object();
            both(() -> { synchronized (lock) { synchronized (a) { while (n == 0) a.wait(); } } },
                 () -> { synchronized (lock) { synchronized (a) { n = 1; a.notify(); } } });
            break;
        }
        case "join-timed": {
            Thread t = thread(() -> n = 1);
            t.start();
            t.join(1000);
            assert n == 1;
            break;
        }
        case "join-asked": {
            Thread t = thread(() -> n = 1);
            t.start();
            t.join(1000);
            assert t.isAlive() || n == 1;
            break;
        }
        case "join-self":
            Thread.currentThread().join();
            break;
        case "start-twice": {
            Thread t = thread(() -> { });
            t.start();
            t.start();
            break;
        }
        case "daemon": { // the program does not wait for it
            Thread t = thread(() -> { synchronized (lock) { lock.wait(); } });
            t.setDaemon(true);
            t.start();
            break;
        }
        case "daemon-output": {
            Thread t = thread(() -> seen = 1);
            t.setDaemon(true);
            t.start();
            assert seen == 0;
            break;
        }
        case "sleep-is-no-lock":
            both(() -> n = 1, () -> { Thread.sleep(1000); n = 2; });
            break;
        case "thread-local": {
            ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> 0);
            Act a = () -> { local.set(local.get() + 1); assert local.get() == 1; };
            both(a, a);
            break;
        }
        case "thread-local-shared": { // the same list for all
            List<Integer> list = new ArrayList<>();
            ThreadLocal<List<Integer>> local = ThreadLocal.withInitial(() -> list);
            Act a = () -> local.get().add(1);
            both(a, a);
            break;
        }
        case "inherited": {
            InheritableThreadLocal<int[]> local = new InheritableThreadLocal<>();
            local.set(new int[1]);
            Act a = () -> local.get()[0]++;
            both(a, a);
            break;
        }
        case "uncaught-handler": {
            Thread t = thread(() -> { throw new IllegalStateException(); });
            t.setUncaughtExceptionHandler((who, what) -> seen = 1);
            t.start();
            t.join();
            assert seen == 1;
            break;
        }
        case "exception-leaves": { // the monitor is given back
            Counter c = new Counter();
            Act a = () -> { try { c.fail(); } catch (IllegalStateException e) { c.add(); } };
            both(a, a);
            assert c.get() == 4;
            break;
        }
        default:
            memory(name);
        }
    }

    static void memory(String name) throws Exception {
        Counter c = new Counter();
        Language outside = new Language();
        Inner inner = outside.new Inner(), second = outside.new Inner();
        switch (name) {
        case "get-unlocked": // the other side must lock, too
            both(c::add, () -> m = c.get());
            break;
        case "static-and-not": // two locks
            both(Counter::addAll, c::addHere);
            break;
        case "static-both":
            both(Counter::addAll, Counter::addAll);
            break;
        case "enum":
            both(() -> Account.SAVINGS.add(1), () -> Account.SAVINGS.add(2), () -> Account.CURRENT.add(2));
            assert Account.SAVINGS.balance == 3;
            break;
        case "enum-static": // each has a lock of its own
            both(() -> Account.SAVINGS.addAndCount(1), () -> Account.CURRENT.addAndCount(2));
            break;
        case "enum-class":
            both(Account::count, Account::count);
            break;
        case "enum-map": {
            Map<Account, Integer> map = new EnumMap<>(Account.class);
            both(() -> map.put(Account.SAVINGS, 1), () -> map.put(Account.SAVINGS, 2));
            break;
        }
        case "record": {
            Pair p = new Pair(new int[] {1, 2}, 3);
            both(() -> { assert p.total() == 3; }, () -> { assert p.equals(p) && p.both()[0] == 1; });
            break;
        }
        case "record-array": { // is not as immutable as it looks
            Pair p = new Pair(new int[] {1, 2}, 3);
            both(() -> p.both()[0]++, () -> p.both()[0]++);
            break;
        }
        case "holder":
            both(() -> { assert Lazy.made == 2; }, () -> { assert Lazy.list.get(1) == 2; });
            break;
        case "holder-changed":
            both(() -> Lazy.list.set(0, 2), () -> Lazy.list.set(0, 3));
            break;
        case "other-class":
            both(() -> Other.n = 1, () -> Other.n = 2);
            break;
        case "other-class-prepared":
            both(() -> Prepared.n = 1, () -> Prepared.n = 2);
            break;
        case "single":
            both(() -> { assert Single.get() == 1; }, () -> { assert Single.get() == 1; });
            break;
        case "single-changed":
            both(Single::get, Single::put);
            break;
        case "inner":
            both(inner::add, second::add);
            break;
        case "inner-locked": // each locks itself
            both(inner::addLocked, second::addLocked);
            break;
        case "inner-outer":
            both(inner::addProperly, second::addProperly);
            break;
        case "anonymous":
            both(new Act() { int k; public void run() { k++; } }, new Act() { public void run() { m++; } });
            break;
        case "captured": {
            int[] count = {0};
            Act a = () -> count[0]++;
            both(a, a);
            break;
        }
        case "leak": {
            Leak leak = new Leak();
            leak.join();
            break;
        }
        case "volatile-array": // the reference is, the elements are not
            both(() -> array[0]++, () -> array[0]++);
            break;
        case "volatile-array-new":
            both(() -> { int[] a = {1, 2}; array = a; }, () -> { int[] a = array; assert a[0] <= 1; });
            break;
        case "volatile-increment":
            both(() -> seen++, () -> seen++);
            assert seen == 2;
            break;
        case "handle-elements": {
            int[] a = new int[2];
            Act act = () -> {
                int old;
                do
                    old = (int) HANDLE.getVolatile(a, 0);
                while (!HANDLE.compareAndSet(a, 0, old, old + 1));
            };
            both(act, act);
            assert a[0] == 2;
            break;
        }
        case "handle-release": {
            int[] a = new int[2];
            both(() -> { n = 1; HANDLE.setRelease(a, 1, 1); },
                 () -> { if ((int) HANDLE.getAcquire(a, 1) == 1) m = n; });
            break;
        }
        case "handle-opaque": {
            int[] a = new int[2];
            both(() -> { n = 1; HANDLE.setOpaque(a, 1, 1); },
                 () -> { if ((int) HANDLE.getOpaque(a, 1) == 1) m = n; });
            break;
        }
        case "wide":
            both(() -> wide = -1L, () -> { long x = wide; assert x == 0 || x == -1; });
            break;
        case "boxed": { // another object each time
            Act a = () -> { synchronized (boxed) { boxed++; } };
            both(a, a);
            break;
        }
        case "string-lock": { // one literal
            Act a = () -> { synchronized ("lock") { n++; } };
            both(a, a);
            assert n == 2;
            break;
        }
        case "lock-changed": {
            Act a = () -> { synchronized (lock) { lock = new Object(); n++; } };
            both(a, a);
            break;
        }
        case "resource":
            both(() -> { try (Resource r = new Resource()) { n = 0 * r.hashCode(); } },
                 () -> { try (Resource r = new Resource()) { m = 0 * r.hashCode(); } });
            assert Resource.open == 0;
            break;
        case "flags": { // Dekker's
            int[] inside = new int[1];
            both(() -> { seen = 1; if (turn == 0) inside[0]++; }, () -> { turn = 1; if (seen == 0) inside[0]++; });
            break;
        }
        case "flags-late": { // each looks before it says
            int[] inside = new int[1];
            both(() -> { if (turn == 0) { seen = 1; inside[0]++; } }, () -> { if (seen == 0) { turn = 1; inside[0]++; } });
            break;
        }
        case "spin": // busy waiting
            both(() -> { while (seen == 0) Thread.onSpinWait(); assert n == 1; }, () -> { n = 1; seen = 1; });
            break;
        case "switch": {
            StringBuffer none = null;
            both(() -> { switch (seen) { case 0 -> n = 1; default -> n = 2; } assert n == 1; }, () -> seen = 1);
            break;
        }
        case "instanceof": {
            Object[] box = new Object[1];
            both(() -> { synchronized (box) { box[0] = "x"; } },
                 () -> { synchronized (box) { if (box[0] instanceof String s) assert s.length() == 1; } });
            break;
        }
        case "supplier": {
            Supplier<int[]> s = new Supplier<>() {
                int[] made;

                public int[] get() {
                    if (made == null)
                        made = new int[1];
                    return made;
                }
            };
            both(s::get, s::get);
            break;
        }
        default:
            throw new IllegalArgumentException(name);
        }
    }

    public static void main(String[] args) throws Exception {
        interrupts(args[0]);
    }
}
