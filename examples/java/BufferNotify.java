/* expect: deadlock

   A buffer of one place, two consumers and a producer of two values, who wake
   each other by notify: it can wake one of the same kind, and the signal is
   lost. */

public class BufferNotify {
    private int value;
    private boolean full;

    synchronized void put(int v) throws InterruptedException {
        while (full)
            wait();
        value = v;
        full = true;
        notify();
    }

    synchronized int get() throws InterruptedException {
        while (!full)
            wait();
        full = false;
        notify();
        return value;
    }

    public static void main(String[] args) throws InterruptedException {
        BufferNotify buffer = new BufferNotify();
        Runnable consumer = () -> {
            try {
                buffer.get();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        };
        new Thread(consumer, "first").start();
        new Thread(consumer, "second").start();
        buffer.put(1);
        buffer.put(2);
    }
}
