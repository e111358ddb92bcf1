/* expect: verified
   arguments: 3
   executions: 6
   expect: verified
   arguments: 5
   executions: 120

   Threads count under one monitor: each order in which they get it is one
   execution. */

public class Counter {
    private int value;

    synchronized void increment() {
        value++;
    }

    synchronized int get() {
        return value;
    }

    public static void main(String[] args) throws InterruptedException {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        Counter counter = new Counter();
        Thread[] threads = new Thread[n];
        for (int i = 0; i < n; i++) {
            threads[i] = new Thread(counter::increment);
            threads[i].start();
        }
        for (Thread t : threads)
            t.join();
        assert counter.get() == n;
    }
}
