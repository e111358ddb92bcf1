/* expect: race

   Two tasks add to one sum; that both are waited for does not keep them apart. */

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

public class FuturesWrong {
    static int sum;

    public static void main(String[] args) {
        Executor each = task -> new Thread(task).start();
        CompletableFuture<Void> one = CompletableFuture.runAsync(() -> sum += 3, each);
        CompletableFuture<Void> two = CompletableFuture.runAsync(() -> sum += 4, each);
        CompletableFuture.allOf(one, two).join();
        assert sum == 7;
    }
}
