/* expect: verified

   An interrupt that comes before the consumer waits ends its wait at once. */

public class ProducerStop {
    private boolean full;

    synchronized void take() throws InterruptedException {
        while (!full)
            wait();
        full = false;
    }

    public static void main(String[] args) throws InterruptedException {
        ProducerStop buffer = new ProducerStop();
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
