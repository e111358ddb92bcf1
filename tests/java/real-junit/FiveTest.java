/* Tests as JUnit 5 has them, with its own jars. */

import static org.junit.jupiter.api.Assertions.*;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.*;

class FiveTest {
    int n;
    AtomicInteger a;

    @BeforeEach
    void setUp() { a = new AtomicInteger(); }

    void both(Runnable r) throws InterruptedException {
        Thread t = new Thread(r);
        t.start();
        r.run();
        t.join();
    }

    @Test
    void right() throws Exception {
        both(a::incrementAndGet);
        assertAll(() -> assertEquals(2, a.get()), () -> assertNotNull(a));
    }

    @Test
    void wrong() throws Exception {
        both(() -> a.set(a.get() + 1));
        assertEquals(2, a.get());
    }

    @Test
    void race() throws Exception {
        both(() -> n++);
    }

    @Test
    @DisplayName("throws")
    void thrown() {
        assertThrows(IllegalStateException.class, () -> { throw new IllegalStateException(); });
    }

    @Test
    @Timeout(5)
    void limited() { assertTrue(true); }

    @RepeatedTest(2)
    void repeated() { assertTrue(true); }

    @Nested
    class Inner {
        @Test
        void inside() { assertEquals(0, a.get()); }
    }
}
