/* A random program: two or three threads, a few operations each, on a few shared
   things, with the results of all of them as its output.  The same for the same
   seed.

   usage: RandomProgram SEED */

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class RandomProgram {
    static class Shared {
        volatile int x, y;
    }

    static long state;

    static int draw(int below) {
        state = state * 6364136223846793005L + 1442695040888963407L;
        return (int) (state >>> 33) % below;
    }

    final Shared shared = new Shared();
    final AtomicInteger atomic = new AtomicInteger();
    final AtomicReference<String> reference = new AtomicReference<>("a");
    final Object monitor = new Object();
    final ReentrantLock lock = new ReentrantLock();
    final Condition condition = lock.newCondition();
    int guarded, held;
    Thread[] threads;

    /* What it does, and what it saw. */
    String step(int kind, int value) throws InterruptedException {
        switch (kind) {
        case 0:
            shared.x = value;
            return "";
        case 1:
            return "x" + shared.x;
        case 2:
            shared.y = value;
            return "";
        case 3:
            return "y" + shared.y;
        case 4:
            return "i" + atomic.incrementAndGet();
        case 5:
            return "c" + atomic.compareAndSet(value % 2, value);
        case 6:
            synchronized (monitor) {
                guarded += value;
                return "g" + guarded;
            }
        case 7:
            synchronized (monitor) {
                monitor.wait(10);
                return "w" + guarded;
            }
        case 8:
            synchronized (monitor) {
                guarded++;
                monitor.notify();
                return "n";
            }
        case 9:
            lock.lock();
            try {
                held += value;
                return "h" + held;
            } finally {
                lock.unlock();
            }
        case 10:
            if (!lock.tryLock())
                return "t-";
            try {
                held++;
                return "t" + held;
            } finally {
                lock.unlock();
            }
        case 11:
            return "r" + reference.compareAndSet("a", "b");
        case 12:
            threads[value % threads.length].interrupt();
            return "";
        case 13:
            return "s" + Thread.interrupted();
        case 14:
            synchronized (monitor) {
                while (guarded == 0)
                    monitor.wait(); // for ever, perhaps
                return "f" + guarded;
            }
        default:
            lock.lock();
            try {
                condition.signalAll();
                return "a" + held;
            } finally {
                lock.unlock();
            }
        }
    }

    void run(int[][] steps, StringBuilder seen) {
        for (int[] s : steps)
            try {
                seen.append(step(s[0], s[1]));
            } catch (InterruptedException e) {
                seen.append("!");
            }
    }

    public static void main(String[] args) throws InterruptedException {
        state = Long.parseLong(args[0]) * 7919;
        for (int i = 0; i < 8; i++)
            draw(2);
        RandomProgram p = new RandomProgram();
        int count = 2 + (draw(4) == 0 ? 1 : 0), length = count == 2 ? 2 : 1;
        int base = draw(16);
        p.threads = new Thread[count];
        StringBuilder[] seen = new StringBuilder[count];
        for (int i = 0; i < count; i++) {
            int[][] steps = new int[length][2];
            for (int[] s : steps) {
                s[0] = draw(3) == 0 ? draw(16) : (base + draw(3)) % 16;
                s[1] = 1 + draw(3);
            }
            StringBuilder mine = seen[i] = new StringBuilder();
            p.threads[i] = new Thread(() -> p.run(steps, mine));
        }
        for (Thread t : p.threads)
            t.start();
        for (Thread t : p.threads)
            t.join();
        System.out.println(String.join(" ", seen) + " x" + p.shared.x + " y" + p.shared.y + " i"
            + p.atomic.get() + " g" + p.guarded + " h" + p.held);
    }
}
