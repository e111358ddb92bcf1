/* expect: verified
   arguments: 5
   executions: 32
   expect: verified
   arguments: 13
   executions: 8192
   long: yes

   One thread writes a volatile field, N others read it: each reads the old or
   the new value, 2^N executions. */

public class Readers {
    static volatile int x;

    public static void main(String[] args) throws InterruptedException {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        int[] results = new int[n];
        Thread writer = new Thread(() -> x = 42);
        Thread[] readers = new Thread[n];
        writer.start();
        for (int i = 0; i < n; i++) {
            int mine = i;
            readers[i] = new Thread(() -> results[mine] = x);
            readers[i].start();
        }
        writer.join();
        for (Thread t : readers)
            t.join();
        for (int r : results)
            assert r == 0 || r == 42;
    }
}
