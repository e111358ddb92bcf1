package gov.nasa.jpf.vm;

/**
 * Those of the choices of Java Pathfinder that Sett tries all of. They are here so that programs
 * which were written for it can be compiled; another class of this name is as good. Without a
 * checker the first value is taken.
 */
public final class Verify {
    private Verify() {
    }

    /** From min to max. */
    public static int getInt(int min, int max) {
        return min;
    }

    public static boolean getBoolean() {
        return false;
    }

    /** From 0 to max. */
    public static int random(int max) {
        return 0;
    }

    public static boolean randomBool() {
        return false;
    }

    /** Executions in which the condition holds do not count. */
    public static void ignoreIf(boolean condition) {
    }

    public static void beginAtomic() {
    }

    public static void endAtomic() {
    }
}
