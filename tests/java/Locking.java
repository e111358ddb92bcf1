/* The locking discipline (--discipline mld): what is expected is in the script. */

import java.util.concurrent.*;
import java.util.concurrent.locks.*;

public class Locking {
    static final Object a = new Object(), b = new Object();
    static final ReentrantLock lock = new ReentrantLock();
    static final ReentrantReadWriteLock two = new ReentrantReadWriteLock();
    static final Semaphore done = new Semaphore(0), again = new Semaphore(0);
    static int plain;
    static final int[] elements = new int[2];
    static final long[] words = new long[1];

    static void with(Object o, Runnable r) {
        synchronized (o) {
            r.run();
        }
    }

    static void with(Lock l, Runnable r) {
        l.lock();
        r.run();
        l.unlock();
    }

    /* The second comes between the first and the first again, whatever locks they
       have.  (Before it the variable is the first one's own.) */
    static void inTurn(Runnable first, Runnable second) throws InterruptedException {
        Thread t = new Thread(() -> {
            first.run();
            done.release();
            again.acquireUninterruptibly();
            first.run();
        });
        t.start();
        done.acquire();
        second.run();
        again.release();
        t.join();
    }

    static void beside(Runnable first, Runnable second) throws InterruptedException {
        Thread t = new Thread(first);
        t.start();
        second.run();
        t.join();
    }

    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
        case "guarded":
            beside(() -> with(a, () -> plain++), () -> with(a, () -> plain++));
            break;
        case "by-a-lock":
            beside(() -> with(lock, () -> plain++), () -> with(lock, () -> plain++));
            break;
        case "two-locks":
            inTurn(() -> with(a, () -> plain++), () -> with(b, () -> plain++));
            break;
        case "no-lock":
            inTurn(() -> plain++, () -> plain++);
            break;
        case "read-only":
            plain = 1;
            beside(() -> System.out.print(plain), () -> System.out.print(plain));
            break;
        case "handed-over":
            plain = 1;
            Thread t = new Thread(() -> plain++);
            t.start();
            t.join();
            plain++;
            Thread u = new Thread(() -> plain++);
            u.start();
            u.join();
            break;
        case "reads-to-write":
            inTurn(() -> with(two.writeLock(), () -> plain++), () -> with(two.readLock(), () -> plain++));
            break;
        case "reads":
            beside(() -> with(two.writeLock(), () -> plain++), () -> with(two.readLock(), () -> System.out.print(plain)));
            break;
        case "elements":
            beside(() -> with(a, () -> elements[0]++), () -> with(b, () -> elements[1]++));
            break;
        case "element":
            inTurn(() -> with(a, () -> words[0]++), () -> with(b, () -> words[0]++));
            break;
        default:
            throw new IllegalArgumentException(arguments[0]);
        }
    }
}
