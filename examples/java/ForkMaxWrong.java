/* expect: race
   arguments: 3

   The greatest of some numbers: each half is a task, the left one for whoever has
   time; what it has found is looked at before it is joined. */

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

public class ForkMaxWrong {
    static class Max extends RecursiveAction {
        final int[] of;
        final int from, to;
        int found;

        Max(int[] of, int from, int to) {
            this.of = of;
            this.from = from;
            this.to = to;
        }

        protected void compute() {
            if (to - from == 1) {
                found = of[from];
                return;
            }
            int middle = (from + to) / 2;
            Max left = new Max(of, from, middle), right = new Max(of, middle, to);
            left.fork();
            right.compute();
            found = Math.max(left.found, right.found);
            left.join();
        }
    }

    public static void main(String[] args) {
        int n = Integer.parseInt(args[0]);
        int[] numbers = new int[n];
        for (int i = 0; i < n; i++)
            numbers[i] = i * 7 % 5;
        Max all = new Max(numbers, 0, n);
        new ForkJoinPool(2).invoke(all);
        assert all.found == (n > 2 ? 4 : 2);
    }
}
