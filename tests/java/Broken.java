/* The test makes a class file of this that is not right: the virtual machine must
   say so in every execution. */

public class Broken {
    static int n;

    static class Wrong {
        static int same(int n) { return n; }
    }

    static void add() {
        synchronized (Broken.class) {
            n++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(Broken::add);
        t.start();
        add();
        t.join();
        try {
            Wrong.same(1);
        } catch (VerifyError e) {
            return;
        }
        throw new AssertionError("not verified");
    }
}
