/* expect: race

   An ArrayList is not made for several threads. */

import java.util.ArrayList;
import java.util.List;

public class ListWrong {
    public static void main(String[] args) throws InterruptedException {
        List<String> names = new ArrayList<>();
        Thread one = new Thread(() -> names.add("one"), "one");
        Thread two = new Thread(() -> names.add("two"), "two");
        one.start();
        two.start();
        one.join();
        two.join();
        assert names.size() == 2;
    }
}
