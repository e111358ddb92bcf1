/* expect: deadlock

   A lost wake-up: who signals first signals to nobody, and nothing says later
   that it has happened. */

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class GateWrong {
    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition opened = lock.newCondition();
        Thread opener = new Thread(() -> {
            lock.lock();
            try {
                opened.signal();
            } finally {
                lock.unlock();
            }
        }, "opener");
        opener.start();
        lock.lock();
        try {
            opened.await();
        } finally {
            lock.unlock();
        }
    }
}
