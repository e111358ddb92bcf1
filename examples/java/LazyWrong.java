/* expect: race

   Lazy initialisation that nothing orders: two threads may both find nothing, and
   each makes its own. */

public class LazyWrong {
    static class Config {
        int size = 7;
    }

    private static Config config;

    static Config get() {
        if (config == null)
            config = new Config();
        return config;
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
