/* A random program of threads that use read-write locks, semaphores and latches,
   made from a number: what each operation found is printed, and a reduced search
   must find all of that. */

import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;

public class RandomSynchronizers {
    static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    static final ReentrantLock alone = new ReentrantLock();
    static final Condition changed = lock.writeLock().newCondition();
    static Semaphore semaphore;
    static CountDownLatch latch;
    static volatile int word;

    static String write(Lock l, int value) {
        int before = word;
        word = value;
        l.unlock();
        return "w" + before;
    }

    static String step(int what, int value) throws Exception {
        switch (what) {
        case 0:
        case 1:
            lock.readLock().lock();
            int seen = word;
            lock.readLock().unlock();
            return "r" + seen;
        case 2:
        case 3:
            lock.writeLock().lock();
            return write(lock.writeLock(), value);
        case 4:
            return lock.writeLock().tryLock() ? write(lock.writeLock(), value) : "-";
        case 5:
            if (!lock.readLock().tryLock())
                return "-";
            lock.readLock().unlock();
            return "+";
        case 6: /* from writing to reading */
            lock.writeLock().lock();
            lock.readLock().lock();
            lock.writeLock().unlock();
            semaphore.release();
            lock.readLock().unlock();
            return "d";
        case 7:
            semaphore.acquire();
            return "a" + word;
        case 8:
            semaphore.release(1 + value % 2);
            return "g";
        case 9:
            return semaphore.tryAcquire() ? "t" : "-";
        case 10:
            return "p" + semaphore.availablePermits();
        case 11:
            latch.countDown();
            return "c";
        case 12:
            latch.await();
            return "o" + word;
        case 13:
            return latch.await(1, TimeUnit.SECONDS) ? "O" : "-";
        case 14:
            return "l" + latch.getCount();
        case 15:
            alone.lock();
            alone.unlock();
            return "L";
        case 16:
            return "?" + alone.isLocked();
        case 17:
            lock.writeLock().lock();
            changed.signal();
            return write(lock.writeLock(), value);
        default:
            lock.writeLock().lock();
            boolean told = changed.await(1, TimeUnit.SECONDS);
            lock.writeLock().unlock();
            return "n" + told;
        }
    }

    public static void main(String[] arguments) throws Exception {
        Random random = new Random(Long.parseLong(arguments[0]));
        int count = Integer.parseInt(arguments[1]), length = Integer.parseInt(arguments[2]);
        semaphore = new Semaphore(random.nextInt(3));
        latch = new CountDownLatch(random.nextInt(3));
        Thread[] threads = new Thread[count];
        String[] said = new String[count];
        for (int i = 0; i < count; i++) {
            int[] steps = random.ints(length, 0, 19).toArray();
            int number = i;
            threads[i] = new Thread(() -> {
                String all = "";
                try {
                    for (int k = 0; k < steps.length; k++) {
                        all += step(steps[k], 10 * number + k);
                        said[number] = all; /* so much, if it waits for ever */
                    }
                } catch (Exception e) {
                    all += e;
                }
                said[number] = all;
            });
            threads[i].start();
        }
        for (Thread thread : threads)
            thread.join();
        System.out.println(String.join(" ", said));
    }
}
