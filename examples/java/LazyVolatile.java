/* expect: verified

   Double-checked locking as it is right: the field is volatile. */

public class LazyVolatile {
    static class Config {
        int size = 7;
    }

    private volatile Config config;

    Config get() {
        if (config == null)
            synchronized (this) {
                if (config == null)
                    config = new Config();
            }
        return config;
    }

    public static void main(String[] args) throws InterruptedException {
        LazyVolatile lazy = new LazyVolatile();
        Runnable user = () -> {
            assert lazy.get().size == 7;
        };
        Thread one = new Thread(user, "one"), two = new Thread(user, "two");
        one.start();
        two.start();
        one.join();
        two.join();
    }
}
