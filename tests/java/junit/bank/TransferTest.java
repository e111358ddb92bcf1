package bank;

import org.junit.jupiter.api.*;

class TransferTest extends Base {
    private int balance;

    @BeforeEach
    void open() {
        balance = 10;
        done.append("3");
    }

    @AfterEach
    void close() {
        done.append("5");
    }

    private synchronized void add(int sum) {
        balance += sum;
    }

    private void both(Runnable r) throws InterruptedException {
        Thread t = new Thread(r);
        t.start();
        r.run();
        t.join();
    }

    @Test
    void order() {
        done.append("4");
        if (!done.toString().equals("1234"))
            throw new AssertionError(done);
    }

    @Test
    void locked() throws InterruptedException {
        both(() -> add(1));
        assert balance == 12;
    }

    @Test
    void twice() throws InterruptedException {
        both(() -> balance++);
        assert balance == 12;
    }

    @Test
    void fails() {
        throw new IllegalStateException("failed");
    }

    @org.junit.Test(expected = IllegalArgumentException.class)
    public void thrown() {
        Integer.parseInt("x"); // a NumberFormatException is one
    }

    @org.junit.Test(expected = IllegalArgumentException.class)
    public void notThrown() {
    }

    void helper() {
    }

    @Test
    void parameters(int n) {
    }
}
