/* expect: assertion

   A map that is safe for threads does not make get and put one step. */

import java.util.concurrent.ConcurrentHashMap;

public class HitsWrong {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<String, Integer> hits = new ConcurrentHashMap<>();
        hits.put("page", 0);
        Runnable visitor = () -> hits.put("page", hits.get("page") + 1);
        Thread one = new Thread(visitor), two = new Thread(visitor);
        one.start();
        two.start();
        one.join();
        two.join();
        assert hits.get("page") == 2 : "hits: " + hits.get("page");
    }
}
