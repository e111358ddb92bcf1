/* Threads that wait busily, and loops that look as if they did.

   usage: Busy NAME */

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

public class Busy {
    interface Act {
        void run() throws Exception;
    }

    static volatile boolean flag, other;
    static volatile int turn;
    static int data;
    static boolean plain;
    static final AtomicInteger lock = new AtomicInteger();
    static final AtomicBoolean wanted = new AtomicBoolean();
    static final StringBuilder text = new StringBuilder();
    static int handled;
    static final VarHandle HANDLED = handle();

    static VarHandle handle() {
        try {
            return MethodHandles.lookup().findStaticVarHandle(Busy.class, "handled", int.class);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    static Thread start(Act a) {
        Thread t = new Thread(() -> {
            try {
                a.run();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        t.start();
        return t;
    }

    static void both(Act... acts) throws Exception {
        Thread[] threads = new Thread[acts.length];
        for (int i = 0; i < acts.length; i++)
            threads[i] = start(acts[i]);
        for (Thread t : threads)
            t.join();
    }

    static void publish() {
        data = 1;
        flag = true;
    }

    static boolean isSet() {
        return flag;
    }

    static final Object monitor = new Object();

    static synchronized boolean isDone() {
        return plain;
    }

    static synchronized void done() {
        plain = true;
    }

    static void bump() {
        data++;
    }

    static boolean isFull() {
        return text.length() >= 3;
    }

    static void grow() {
        text.append('x');
    }

    static void once() {
        while (true)
            if (!flag)
                return;
    }

    static void acquire() {
        while (!lock.compareAndSet(0, 1)) {
        }
    }

    static void acquirePolitely() {
        while (true) {
            while (lock.get() != 0)
                Thread.onSpinWait();
            if (lock.compareAndSet(0, 1))
                return;
        }
    }

    static void peterson(boolean first) {
        if (first)
            flag = true;
        else
            other = true;
        turn = first ? 2 : 1;
        if (first)
            while (other && turn == 2) {
            }
        else
            while (flag && turn == 1) {
            }
        data++;
        if (first)
            flag = false;
        else
            other = false;
    }

    static class Node {
        final int value;
        volatile Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    static void waits(String name) throws Exception {
        switch (name) {
        case "flag":
            both(() -> { while (!flag) { } assert data == 1; }, Busy::publish);
            break;
        case "yield":
            both(() -> { while (!flag) Thread.yield(); assert data == 1; }, Busy::publish);
            break;
        case "spin":
            both(() -> { do Thread.onSpinWait(); while (!flag); assert data == 1; }, Busy::publish);
            break;
        case "sleep":
            both(() -> { while (!flag) Thread.sleep(10); assert data == 1; }, Busy::publish);
            break;
        case "method":
            both(() -> { while (!isSet()) { } assert data == 1; }, Busy::publish);
            break;
        case "atomic":
            both(() -> { while (!wanted.get()) { } assert data == 1; }, () -> { data = 1; wanted.set(true); });
            break;
        case "handle":
            both(() -> { while ((int) HANDLED.getAcquire() == 0) { } assert data == 1; },
                () -> { data = 1; HANDLED.setRelease(1); });
            break;
        case "local":
            both(() -> { int seen; while ((seen = turn) == 0) { } assert seen == 7; }, () -> turn = 7);
            break;
        case "lock":
            both(() -> { acquire(); data++; lock.set(0); }, () -> { acquire(); data++; lock.set(0); });
            assert data == 2;
            break;
        case "polite":
            both(() -> { acquirePolitely(); data++; lock.set(0); }, () -> { acquirePolitely(); data++; lock.set(0); },
                () -> { acquirePolitely(); data++; lock.set(0); });
            assert data == 3;
            break;
        case "peterson":
            both(() -> peterson(true), () -> peterson(false));
            assert data == 2;
            break;
        case "alive": {
            Thread t = start(() -> data = 1);
            while (t.isAlive()) {
            }
            assert data == 1;
            break;
        }
        case "interrupt": {
            Thread t = start(() -> { while (!Thread.currentThread().isInterrupted()) { } });
            t.interrupt();
            t.join();
            break;
        }
        case "interrupted-twice": { // each is taken once
            Thread t = start(() -> {
                boolean was = false;
                while (!was || !flag)
                    try {
                        Thread.sleep(1);
                    } catch (InterruptedException e) {
                        was = true;
                    }
            });
            t.interrupt();
            flag = true;
            t.join();
            break;
        }
        case "locked":
            both(() -> { while (true) synchronized (monitor) { if (plain) break; } },
                () -> { synchronized (monitor) { plain = true; } });
            break;
        case "locked-method":
            both(() -> { while (!isDone()) { } }, Busy::done, () -> { while (!isDone()) Thread.sleep(1); });
            break;
        case "locked-never":
            both(() -> { while (!isDone()) { } }, () -> { while (!isDone()) { } });
            break;
        case "locked-late": // the other one cannot come in
            synchronized (monitor) {
                start(() -> { synchronized (monitor) { flag = true; } });
                while (!flag) {
                }
            }
            break;
        case "never":
            both(() -> { while (!flag) { } });
            break;
        case "plain-never":
            both(() -> { while (!plain) { } });
            break;
        case "each-other":
            both(() -> { while (!flag) { } other = true; }, () -> { while (!other) { } flag = true; });
            break;
        case "too-early": // the wrong value is awaited in one order
            both(() -> { while (turn != 1) { } }, () -> { turn = 1; turn = 2; });
            break;
        case "racy":
            both(() -> { while (!plain) { } }, () -> plain = true);
            break;
        default:
            looks(name);
        }
    }

    /* These come to their ends, which are wrong. */
    static void looks(String name) throws Exception {
        switch (name) {
        case "again": // another loop each time
            for (int i = 0; i < 3; i++)
                once();
            break;
        case "writes":
            while (data < 3)
                bump();
            break;
        case "grows":
            while (!isFull())
                grow();
            break;
        case "counts":
            for (int i = 0; i < 3 && !flag; i++) {
            }
            break;
        case "long": {
            long n = 0;
            while (n < 3)
                n = n + turn + 1;
            break;
        }
        case "double": {
            double n = 0;
            while (n < 3)
                n = n + turn + 1;
            break;
        }
        case "float": {
            float n = 0;
            while (n < 3)
                n = n + turn + 1;
            break;
        }
        case "int": {
            int n = 0;
            while (n < 3)
                n = n + turn + 1;
            break;
        }
        case "list": {
            Node n = new Node(1, new Node(1, new Node(1, null)));
            while (n != null)
                n = n.next;
            break;
        }
        case "updates":
            while (lock.get() < 3)
                lock.incrementAndGet();
            break;
        case "element": {
            int[] some = new int[1];
            while (some[0] < 3)
                some[0] = some[0] + 1;
            break;
        }
        case "exchange": {
            AtomicReference<Node> top = new AtomicReference<>(new Node(1, new Node(1, null)));
            while (top.get() != null)
                top.compareAndSet(top.get(), top.get().next);
            break;
        }
        default:
            throw new IllegalArgumentException(name);
        }
        assert false;
    }

    public static void main(String[] a) throws Exception {
        waits(a[0]);
    }
}
