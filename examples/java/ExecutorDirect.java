/* expect: verified

   A task calls what it needs, instead of waiting for its own thread to run it. */

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class ExecutorDirect {
    public static void main(String[] args) throws Exception {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        Callable<Integer> inner = () -> 1;
        assert executor.submit(() -> inner.call() + 1).get() == 2;
        executor.shutdown();
    }
}
