// Threads that begin and end, then some that count: many EARLIER THREADS [race].
import java.util.concurrent.atomic.AtomicInteger;

public class Many {
  static int sum;
  static final AtomicInteger count = new AtomicInteger ();

  public static void main (String[] arguments) throws Exception {
    boolean racy = arguments.length > 2;
    for (int i = Integer.parseInt (arguments[0]); i > 0; i--) {
      Thread earlier = new Thread (() -> {});
      earlier.start ();
      earlier.join ();
    }
    Thread[] threads = new Thread[Integer.parseInt (arguments[1])];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = new Thread (() -> {
        if (racy)
          sum++;
        count.incrementAndGet ();
      });
      threads[i].start ();
    }
    for (Thread thread : threads)
      thread.join ();
    assert count.get () == threads.length;
  }
}
