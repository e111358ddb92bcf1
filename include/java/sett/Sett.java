package sett;

/**
 * What a program can say to its checker. {@code sett check} finds this class when it compiles
 * sources, and gives these methods their meaning when it runs them, wherever the class comes
 * from. Without Sett they do nothing.
 */
public final class Sett {
    private Sett() {
    }

    /** Is the program being checked? */
    public static boolean isChecking() {
        return false;
    }

    /** A number from 0 to n - 1: Sett tries all of them. Without Sett: 0. */
    public static int choose(int n) {
        return 0;
    }

    /** The condition must hold. */
    public static void assertTrue(boolean condition) {
    }

    /** The condition must hold. */
    public static void assertTrue(boolean condition, String message) {
    }

    /** Executions in which the condition does not hold do not count: they end here. */
    public static void assume(boolean condition) {
    }

    /** No other thread goes on meanwhile, unless the thread has to wait in between. */
    public static void atomic(Runnable body) {
        beginAtomic();
        try {
            body.run();
        } finally {
            endAtomic();
        }
    }

    private static void beginAtomic() {
    }

    private static void endAtomic() {
    }

    /**
     * Promises that from here on one thread only uses the fields or elements of this object, so
     * that accesses to them need not be looked at. A promise that is not kept can hide errors.
     */
    public static void unshared(Object object) {
    }

    /** With {@code --reach NAME}: executions that come here are reported. */
    public static void label(String name) {
    }
}
