/* expect: verified

   Lazy initialisation by a class of its own, which is initialised once, when
   somebody needs it. */

public class LazyHolder {
    static class Config {
        int size = 7;
    }

    static class Holder {
        static final Config config = new Config();
    }

    static Config get() {
        return Holder.config;
    }

    public static void main(String[] args) throws InterruptedException {
        Runnable user = () -> {
            assert get().size == 7;
        };
        Thread one = new Thread(user, "one"), two = new Thread(user, "two");
        one.start();
        two.start();
        one.join();
        two.join();
    }
}
