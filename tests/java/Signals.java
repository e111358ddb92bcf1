/* Two threads wait for a condition of a ReentrantLock, in any order: the one that
   waits longest is signalled first. */

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class Signals {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition condition = lock.newCondition(), ready = lock.newCondition();
    static int waiting, woken;

    static void await() {
        lock.lock();
        try {
            int order = waiting++;
            ready.signal();
            condition.awaitUninterruptibly();
            assert woken == order : order + " was signalled, not " + woken;
            woken++;
            condition.signal(); // the next one
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(Signals::await), two = new Thread(Signals::await);
        one.start();
        two.start();
        lock.lock();
        try {
            while (waiting < 2)
                ready.await();
            condition.signal();
        } finally {
            lock.unlock();
        }
        one.join();
        two.join();
        assert woken == 2;
    }
}
