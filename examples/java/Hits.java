/* expect: verified

   The map adds in one step. */

import java.util.concurrent.ConcurrentHashMap;

public class Hits {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<String, Integer> hits = new ConcurrentHashMap<>();
        hits.put("page", 0);
        Runnable visitor = () -> hits.merge("page", 1, Integer::sum);
        Thread one = new Thread(visitor), two = new Thread(visitor);
        one.start();
        two.start();
        one.join();
        two.join();
        assert hits.get("page") == 2 : "hits: " + hits.get("page");
    }
}
