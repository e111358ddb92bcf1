/* expect: verified

   Who takes the last ticket has compared and set in one step. */

import java.util.concurrent.atomic.AtomicInteger;

public class Tickets {
    public static void main(String[] args) throws InterruptedException {
        AtomicInteger left = new AtomicInteger(1), sold = new AtomicInteger();
        Runnable buyer = () -> {
            if (left.compareAndSet(1, 0))
                sold.incrementAndGet();
        };
        Thread one = new Thread(buyer), two = new Thread(buyer);
        one.start();
        two.start();
        one.join();
        two.join();
        assert sold.get() == 1;
    }
}
