/* expect: exception

   A consumer is told to stop by an interrupt.  The interrupt may come while it
   waits, or before; it takes the first for the end and the second for an error. */

public class ProducerInterrupt {
    private boolean full;

    synchronized void take() throws InterruptedException {
        if (Thread.currentThread().isInterrupted())
            throw new IllegalStateException("interrupted before it waits");
        while (!full)
            wait();
        full = false;
    }

    public static void main(String[] args) throws InterruptedException {
        ProducerInterrupt buffer = new ProducerInterrupt();
        Thread consumer = new Thread(() -> {
            try {
                buffer.take();
            } catch (InterruptedException e) {
                // that was the end
            }
        }, "consumer");
        consumer.start();
        consumer.interrupt();
        consumer.join();
    }
}
