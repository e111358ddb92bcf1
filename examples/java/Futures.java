/* expect: verified

   Each task has a result of its own, and they are added when both are there. */

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

public class Futures {
    public static void main(String[] args) {
        Executor each = task -> new Thread(task).start();
        CompletableFuture<Integer> one = CompletableFuture.supplyAsync(() -> 3, each);
        CompletableFuture<Integer> two = CompletableFuture.supplyAsync(() -> 4, each);
        assert one.join() + two.join() == 7;
    }
}
