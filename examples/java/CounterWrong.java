/* expect: race

   The same without the monitor: two threads read, add and write at once. */

public class CounterWrong {
    private int value;

    void increment() {
        value++;
    }

    public static void main(String[] args) throws InterruptedException {
        CounterWrong counter = new CounterWrong();
        Thread one = new Thread(counter::increment, "one");
        Thread two = new Thread(counter::increment, "two");
        one.start();
        two.start();
        one.join();
        two.join();
    }
}
