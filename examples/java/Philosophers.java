/* expect: deadlock

   Dining philosophers: everybody reaches for the left fork first.  If all do so
   at once, each holds one fork and waits for ever for the other one. */

public class Philosophers {
    static class Fork {
    }

    public static void main(String[] args) {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        Fork[] forks = new Fork[n];
        for (int i = 0; i < n; i++)
            forks[i] = new Fork();
        for (int i = 0; i < n; i++) {
            Fork left = forks[i], right = forks[(i + 1) % n];
            new Thread(() -> {
                synchronized (left) {
                    synchronized (right) {
                        // eat
                    }
                }
            }, "philosopher " + i).start();
        }
    }
}
