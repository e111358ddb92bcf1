/* Tests as JUnit 4 has them, with its own jar. */

import static org.junit.Assert.*;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.*;

public class FourTest {
    int n;
    AtomicInteger a;

    @Before
    public void setUp() { a = new AtomicInteger(); }

    void both(Runnable r) throws InterruptedException {
        Thread t = new Thread(r);
        t.start();
        r.run();
        t.join();
    }

    @Test
    public void right() throws Exception {
        both(a::incrementAndGet);
        assertEquals(2, a.get());
    }

    @Test
    public void wrong() throws Exception {
        both(() -> a.set(a.get() + 1));
        assertEquals(2, a.get());
    }

    @Test
    public void race() throws Exception {
        both(() -> n++);
    }

    @Test(timeout = 1000)
    public void limited() { assertTrue(true); }

    @Test(expected = IllegalStateException.class)
    public void thrown() { throw new IllegalStateException(); }
}
