/* expect: verified

   Collections.synchronizedList guards each of its operations. */

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class ListSynchronized {
    public static void main(String[] args) throws InterruptedException {
        List<String> names = Collections.synchronizedList(new ArrayList<>());
        Thread one = new Thread(() -> names.add("one"), "one");
        Thread two = new Thread(() -> names.add("two"), "two");
        one.start();
        two.start();
        one.join();
        two.join();
        assert names.size() == 2;
    }
}
