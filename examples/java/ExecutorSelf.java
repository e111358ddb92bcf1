/* expect: deadlock

   A task waits for another one that only its own thread could run. */

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class ExecutorSelf {
    public static void main(String[] args) throws Exception {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        executor.submit(() -> executor.submit(() -> 1).get()).get();
        executor.shutdown();
    }
}
