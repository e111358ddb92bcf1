/* expect: race

   Double-checked locking without volatile: the first look is not ordered with
   anything. */

public class LazyPlain {
    static class Config {
        int size = 7;
    }

    private Config config;

    Config get() {
        if (config == null)
            synchronized (this) {
                if (config == null)
                    config = new Config();
            }
        return config;
    }

    public static void main(String[] args) throws InterruptedException {
        LazyPlain lazy = new LazyPlain();
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
