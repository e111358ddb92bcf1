/* expect: verified
   arguments: 5
   executions: 64
   expect: verified
   arguments: 10
   executions: 3328
   long: yes

   N threads each set one element of an array to its left neighbour's value plus
   one, while a further one looks for the last zero, from the right: (N + 3)
   2^(N - 2) executions (Abdulla, Aronis, Jonsson, Sagonas: Optimal Dynamic
   Partial Order Reduction). */

import java.util.concurrent.atomic.AtomicIntegerArray;

public class LastZero {
    public static void main(String[] args) throws InterruptedException {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        AtomicIntegerArray array = new AtomicIntegerArray(n + 1);
        int[] zero = new int[1];
        Thread[] threads = new Thread[n + 1];
        threads[0] = new Thread(() -> {
            int i = n;
            while (array.get(i) != 0)
                i--;
            zero[0] = i;
        });
        for (int i = 1; i <= n; i++) {
            int mine = i;
            threads[i] = new Thread(() -> array.set(mine, array.get(mine - 1) + 1));
        }
        for (Thread t : threads)
            t.start();
        for (Thread t : threads)
            t.join();
        assert 0 <= zero[0] && zero[0] <= n;
    }
}
