/* expect: verified
   arguments: 12
   executions: 8
   expect: verified
   arguments: 14
   executions: 512
   long: yes

   N threads insert four messages each into a hash table.  Only threads whose
   numbers differ by eleven meet, in three entries (Flanagan, Godefroid: Dynamic
   Partial-Order Reduction for Model Checking Software). */

import java.util.concurrent.atomic.AtomicIntegerArray;

public class Indexer {
    static final int SIZE = 128, MESSAGES = 4;

    static void insert(AtomicIntegerArray table, int message) {
        int entry = message * 7 % SIZE;
        while (!table.compareAndSet(entry, 0, message))
            entry = (entry + 1) % SIZE;
    }

    public static void main(String[] args) throws InterruptedException {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 12;
        AtomicIntegerArray table = new AtomicIntegerArray(SIZE);
        Thread[] threads = new Thread[n];
        for (int i = 0; i < n; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                for (int k = 1; k <= MESSAGES; k++)
                    insert(table, k * 11 + number);
            });
            threads[i].start();
        }
        for (Thread t : threads)
            t.join();
        int used = 0;
        for (int i = 0; i < SIZE; i++)
            used += table.get(i) != 0 ? 1 : 0;
        assert used == n * MESSAGES;
    }
}
