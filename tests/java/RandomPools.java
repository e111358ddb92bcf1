/* A random program that uses an executor, a scheduled one, queues or a phaser,
   made from a number: what each call found is printed.  Methods of the JDK that
   are one operation each must leave nothing out that can be seen when every step
   of the JDK's counts. */

import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

public class RandomPools {
    static final StringBuffer done = new StringBuffer();
    static volatile int word;
    static ExecutorService pool;

    static String name(Throwable e) {
        return e.getClass().getSimpleName().substring(0, 2);
    }

    /* What tasks do. */
    static int task(int what, int number) {
        switch (what) {
        case 0:
            return word;
        case 1:
            word = number;
            break;
        case 2:
            done.append(number);
            break;
        case 3: /* nothing that others see */
            break;
        case 4:
            if (Thread.interrupted())
                done.append("i");
            break;
        case 5: /* interrupted as soon as the pool is shut down? */
            if (pool.isShutdown() && !Thread.currentThread().isInterrupted())
                done.append("u");
            break;
        default:
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                done.append("s" + number);
            }
        }
        return number;
    }

    static List<Future<Integer>> futures = new ArrayList<>();
    static Random random;

    static Callable<Integer> fresh() {
        int what = random.nextInt(7), number = 1 + random.nextInt(3);
        return () -> task(what, number);
    }

    static String of(Future<Integer> f, int how) {
        try {
            switch (how) {
            case 0:
            case 1:
                return "g" + f.get();
            case 2:
                return "t" + f.get(1, TimeUnit.MILLISECONDS);
            case 3:
                return "c" + f.cancel(false);
            case 4:
                return "k" + f.cancel(true);
            case 5:
                return "d" + f.isDone();
            default:
                return "x" + f.isCancelled() + word;
            }
        } catch (Exception e) {
            return name(e);
        }
    }

    /* Another thread asks for the first future and the pool, while others are in
       the middle of something. */
    static void ask(ExecutorService s, Future<Integer> first) {
        int how = random.nextInt(7), then = 3 + random.nextInt(4);
        new Thread(() -> {
            boolean shut = s.isShutdown();
            String said = of(first, how);
            System.out.println("asked " + shut + said + of(first, then) + s.isTerminated());
        }).start();
    }

    static String pool(ExecutorService s, boolean timed) throws Exception {
        String said = "";
        pool = s;
        boolean asks = random.nextInt(3) == 0;
        for (int i = 0; i < 3; i++) {
            if (asks && futures.size() == 1) {
                ask(s, futures.get(0));
                asks = false;
            }
            try {
                switch (random.nextInt(9)) {
                case 4: /* perhaps a worker has taken it, and not begun */
                    if (!futures.isEmpty() && futures.get(0) instanceof Runnable && s instanceof ThreadPoolExecutor) {
                        said += "v" + ((ThreadPoolExecutor) s).remove((Runnable) futures.get(0));
                        break;
                    }
                case 0:
                    s.shutdown();
                    said += "S";
                    break;
                case 1:
                    said += "N" + s.shutdownNow().size();
                    break;
                case 2:
                case 3:
                    if (!futures.isEmpty()) {
                        said += of(futures.get(random.nextInt(futures.size())), random.nextInt(7));
                        break;
                    }
                default:
                    Callable<Integer> c = fresh();
                    futures.add(timed && random.nextBoolean()
                                ? ((ScheduledExecutorService) s).schedule(c, 1, TimeUnit.MILLISECONDS) : s.submit(c));
                }
            } catch (RejectedExecutionException e) {
                said += "R";
            }
        }
        s.shutdown();
        if (random.nextBoolean())
            said += s.awaitTermination(1, TimeUnit.DAYS) ? "A" : "-";
        return said + word;
    }

    static String use(BlockingQueue<Integer> q, int what, int number) throws Exception {
        switch (what) {
        case 0:
            q.put(number);
            return "p";
        case 1:
            return "o" + q.offer(number);
        case 2:
            return "t" + q.take();
        case 3:
            return "l" + q.poll();
        case 4:
            return "s" + q.size();
        case 5:
            return "k" + q.peek();
        case 6:
            return "r" + q.remove(number);
        default:
            return "w" + q.poll(1, TimeUnit.MILLISECONDS);
        }
    }

    /* Two threads, who print what they found, and perhaps wait for ever. */
    static String race(Callable<String>[][] steps) {
        for (Callable<String>[] mine : steps)
            new Thread(() -> {
                String said = "";
                try {
                    for (Callable<String> c : mine)
                        said += c.call();
                } catch (Exception e) {
                    said += name(e);
                }
                System.out.println(said);
            }).start();
        return "";
    }

    @SuppressWarnings("unchecked")
    static String queue(BlockingQueue<Integer> q) {
        Callable<String>[][] steps = new Callable[2][3];
        for (Callable<String>[] mine : steps)
            for (int i = 0; i < mine.length; i++) {
                int what = random.nextInt(8), number = 1 + i % 2;
                mine[i] = () -> use(q, what, number);
            }
        return race(steps);
    }

    @SuppressWarnings("unchecked")
    static String phaser() {
        Phaser p = new Phaser(1 + random.nextInt(3));
        Callable<String>[][] steps = new Callable[2][3];
        for (Callable<String>[] mine : steps)
            for (int i = 0; i < mine.length; i++) {
                int what = random.nextInt(7);
                mine[i] = () -> " " + (what == 0 ? p.arrive() : what < 3 ? p.arriveAndAwaitAdvance()
                    : what == 3 ? p.register() : what == 4 ? p.awaitAdvance(0)
                    : what == 5 ? p.getArrivedParties() : p.arriveAndDeregister());
            }
        return race(steps);
    }

    public static void main(String[] args) throws Exception {
        random = new Random(Long.parseLong(args[0]));
        String said;
        switch (random.nextInt(8)) {
        case 0:
            said = pool(Executors.newFixedThreadPool(1), false);
            break;
        case 1:
            said = pool(Executors.newFixedThreadPool(2), false);
            break;
        case 2:
            said = pool(Executors.newCachedThreadPool(), false);
            break;
        case 3:
            said = pool(Executors.newScheduledThreadPool(1), true);
            break;
        case 4:
            said = queue(new LinkedBlockingQueue<>(1 + random.nextInt(2)));
            break;
        case 5:
            said = queue(new SynchronousQueue<>());
            break;
        case 6:
            said = queue(new LinkedTransferQueue<>());
            break;
        default:
            said = phaser();
        }
        System.out.println(said + " " + done);
    }
}
