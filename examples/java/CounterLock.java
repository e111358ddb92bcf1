/* expect: verified
   arguments: 3
   executions: 6
   expect: verified
   arguments: 5
   executions: 120
   long: yes

   Threads count under a ReentrantLock: as many executions as with a monitor. */

import java.util.concurrent.locks.ReentrantLock;

public class CounterLock {
    private final ReentrantLock lock = new ReentrantLock();
    private int value;

    void increment() {
        lock.lock();
        try {
            value++;
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        CounterLock counter = new CounterLock();
        Thread[] threads = new Thread[n];
        for (int i = 0; i < n; i++) {
            threads[i] = new Thread(counter::increment);
            threads[i].start();
        }
        for (Thread t : threads)
            t.join();
        assert counter.value == n;
    }
}
