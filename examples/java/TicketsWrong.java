/* expect: assertion

   Two atomic operations are not one: both threads may get the last ticket. */

import java.util.concurrent.atomic.AtomicInteger;

public class TicketsWrong {
    public static void main(String[] args) throws InterruptedException {
        AtomicInteger left = new AtomicInteger(1), sold = new AtomicInteger();
        Runnable buyer = () -> {
            if (left.get() > 0) {
                left.decrementAndGet();
                sold.incrementAndGet();
            }
        };
        Thread one = new Thread(buyer), two = new Thread(buyer);
        one.start();
        two.start();
        one.join();
        two.join();
        assert sold.get() == 1 : sold + " tickets sold";
    }
}
