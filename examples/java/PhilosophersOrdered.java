/* expect: verified
   arguments: 3
   executions: 6
   expect: verified
   arguments: 5
   executions: 30

   Dining philosophers who take the fork with the lower number first.  Neighbours
   eat one after the other in one of two orders: 2^N - 2 executions, all but the
   circular ones. */

public class PhilosophersOrdered {
    static class Fork {
    }

    public static void main(String[] args) throws InterruptedException {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        Fork[] forks = new Fork[n];
        Thread[] threads = new Thread[n];
        for (int i = 0; i < n; i++)
            forks[i] = new Fork();
        for (int i = 0; i < n; i++) {
            Fork low = forks[Math.min(i, (i + 1) % n)];
            Fork high = forks[Math.max(i, (i + 1) % n)];
            threads[i] = new Thread(() -> {
                synchronized (low) {
                    synchronized (high) {
                        // eat
                    }
                }
            });
            threads[i].start();
        }
        for (Thread t : threads)
            t.join();
    }
}
