/* examples/java/PhilosophersOrdered.java with locks instead of monitors: as many
   executions. */

import java.util.concurrent.locks.ReentrantLock;

public class PhilosophersLock {
    public static void main(String[] args) throws InterruptedException {
        int n = Integer.parseInt(args[0]);
        ReentrantLock[] forks = new ReentrantLock[n];
        Thread[] threads = new Thread[n];
        for (int i = 0; i < n; i++)
            forks[i] = new ReentrantLock();
        for (int i = 0; i < n; i++) {
            ReentrantLock low = forks[Math.min(i, (i + 1) % n)];
            ReentrantLock high = forks[Math.max(i, (i + 1) % n)];
            threads[i] = new Thread(() -> {
                low.lock();
                high.lock();
                high.unlock();
                low.unlock();
            });
            threads[i].start();
        }
        for (Thread t : threads)
            t.join();
    }
}
