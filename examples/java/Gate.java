/* expect: verified

   The same with a variable that says whether it has happened. */

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class Gate {
    static boolean isOpen;

    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition opened = lock.newCondition();
        Thread opener = new Thread(() -> {
            lock.lock();
            try {
                isOpen = true;
                opened.signal();
            } finally {
                lock.unlock();
            }
        }, "opener");
        opener.start();
        lock.lock();
        try {
            while (!isOpen)
                opened.await();
        } finally {
            lock.unlock();
        }
    }
}
