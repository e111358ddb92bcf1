/* expect: verified

   The same buffer with notifyAll: everybody looks whether it was meant. */

public class BufferNotifyAll {
    private int value;
    private boolean full;

    synchronized void put(int v) throws InterruptedException {
        while (full)
            wait();
        value = v;
        full = true;
        notifyAll();
    }

    synchronized int get() throws InterruptedException {
        while (!full)
            wait();
        full = false;
        notifyAll();
        return value;
    }

    public static void main(String[] args) throws InterruptedException {
        BufferNotifyAll buffer = new BufferNotifyAll();
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
