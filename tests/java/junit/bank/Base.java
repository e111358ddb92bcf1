package bank;

import org.junit.jupiter.api.*;

class Base {
    static StringBuffer done = new StringBuffer();

    @BeforeAll
    static void once() {
        done.append("1");
    }

    @BeforeEach
    void above() {
        done.append("2");
    }

    @AfterEach
    void last() {
        done.append("6");
        System.out.println(done);
    }
}
