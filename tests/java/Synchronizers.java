/* Read-write locks, semaphores, latches: what is expected is in uses.tsv. */

import java.util.concurrent.*;
import java.util.concurrent.locks.*;

public class Synchronizers {
    static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    static final Lock read = lock.readLock(), write = lock.writeLock();
    static final Condition changed = write.newCondition();
    static int plain;
    static boolean ready;

    static Thread start(Runnable r) {
        Thread t = new Thread(r);
        t.start();
        return t;
    }

    static void locked(Lock l, Runnable r) {
        l.lock();
        try {
            r.run();
        } finally {
            l.unlock();
        }
    }

    static void pause(CountDownLatch l) {
        try {
            l.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static void look() {
        int unused = plain;
    }

    static void readers(Lock of_last) {
        start(() -> locked(read, Synchronizers::look));
        start(() -> locked(read, Synchronizers::look));
        locked(of_last, () -> plain++);
    }

    static void condition(boolean loops) throws InterruptedException {
        Thread t = start(() -> locked(write, () -> {
            if (!loops)
                changed.awaitUninterruptibly();
            while (loops && !ready)
                changed.awaitUninterruptibly();
        }));
        locked(write, () -> {
            ready = true;
            changed.signal();
        });
        t.join();
    }

    /* Two who read wait for each other; a writer in between keeps the second
       away. */
    static void between(boolean writer) throws InterruptedException {
        CountDownLatch both = new CountDownLatch(2);
        Runnable r = () -> locked(read, () -> {
            both.countDown();
            pause(both);
        });
        start(r);
        start(r);
        if (writer)
            locked(write, () -> plain++);
    }

    static void permits(int count, int threads) {
        Semaphore s = new Semaphore(count);
        for (int i = 0; i < threads; i++)
            start(() -> {
                s.acquireUninterruptibly();
                plain++;
                s.release();
            });
    }

    /* One who wants two is at the head of the queue: who wants one waits behind
       it, or comes first. */
    static void greedy() throws InterruptedException {
        Semaphore s = new Semaphore(0);
        CountDownLatch done = new CountDownLatch(1);
        start(() -> s.acquireUninterruptibly(2)).setName("two");
        start(() -> {
            s.acquireUninterruptibly();
            done.countDown();
        });
        s.release();
        pause(done);
        s.release(2);
    }

    static void gate(int threads, boolean counts) throws InterruptedException {
        CountDownLatch gate = new CountDownLatch(1), done = new CountDownLatch(threads);
        int[] one = new int[1];
        for (int i = 0; i < threads; i++)
            start(() -> {
                pause(gate);
                int unused = one[0];
                done.countDown();
            });
        one[0] = 1;
        if (counts)
            gate.countDown();
        else
            one[0] = 2;
        pause(done);
        one[0] = 3;
    }

    static void interrupted(Callable<?> waits) throws InterruptedException {
        Thread t = start(() -> {
            try {
                waits.call();
            } catch (InterruptedException e) {
                return;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        t.interrupt();
        t.join();
    }

    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
        case "rw-readers":
            readers(write);
            break;
        case "rw-writes-by-reading":
            readers(read);
            break;
        case "rw-condition":
            condition(true);
            break;
        case "rw-condition-lost":
            condition(false);
            break;
        case "rw-not-owner":
            changed.signal();
            break;
        case "rw-upgrade":
            locked(read, () -> locked(write, () -> plain++));
            break;
        case "rw-downgrade":
            start(() -> locked(write, () -> plain++));
            write.lock();
            read.lock();
            write.unlock();
            look();
            read.unlock();
            break;
        case "rw-between":
            between(true);
            break;
        case "rw-readers-meet":
            between(false);
            break;
        case "rw-try":
            start(() -> locked(write, () -> plain++));
            assert read.tryLock() : "somebody writes";
            read.unlock();
            break;
        case "rw-try-for":
            start(() -> locked(read, Synchronizers::look));
            start(() -> locked(write, () -> plain++));
            assert read.tryLock(1, TimeUnit.SECONDS) : "somebody writes, or waits to";
            read.unlock();
            break;
        case "is-locked":
            ReentrantLock l = new ReentrantLock();
            start(() -> locked(l, () -> { }));
            assert !l.isLocked();
            break;
        case "timed-interrupted":
            ReentrantLock m = new ReentrantLock();
            Thread.currentThread().interrupt();
            try {
                m.tryLock(1, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                start(() -> locked(m, () -> { })).join();
            }
            break;
        case "permits":
            permits(1, 3);
            break;
        case "permits-two":
            permits(2, 3);
            break;
        case "greedy":
            greedy();
            break;
        case "permit-interrupted":
            interrupted(() -> {
                new Semaphore(0).acquire();
                return null;
            });
            break;
        case "latch":
            gate(3, true);
            break;
        case "latch-closed":
            gate(2, false);
            break;
        case "latch-interrupted":
            interrupted(() -> {
                new CountDownLatch(1).await();
                return null;
            });
            break;
        case "latch-timed":
            CountDownLatch c = new CountDownLatch(1);
            start(c::countDown);
            assert c.await(1, TimeUnit.DAYS) : "it was late";
            break;
        case "sleeps-for-ever":
            Thread t = start(() -> {
                try {
                    Thread.sleep(Long.MAX_VALUE);
                    assert System.nanoTime() > 0 && System.currentTimeMillis() > 0;
                    Thread.sleep(Long.MAX_VALUE);
                    assert System.nanoTime() > 0;
                } catch (InterruptedException e) {
                    return;
                }
            });
            t.interrupt();
            break;
        default:
            throw new IllegalArgumentException(arguments[0]);
        }
    }
}
