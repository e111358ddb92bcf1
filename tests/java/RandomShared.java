/* A random program, made from a number: a few threads that share objects of
   java.util.concurrent, of which a method is one operation
   (src/java/agent/whole_methods.h), beside a word and a counter.  Main prints what
   each call found, in one line, as soon as all threads have come to their ends.

   Arguments: what they share most (families, pool, nested, drained), the first number,
   how many there are: one of them, whose number is printed first.  A fourth argument:
   each of them on the machine, so many times; each outcome is printed, `stuck' if
   threads do not come to their ends. */

import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import sett.Sett;

public class RandomShared {
    interface Step {
        String go() throws Exception;
    }

    static final TimeUnit MS = TimeUnit.MILLISECONDS;
    static boolean isNative;
    static volatile int word;
    static AtomicInteger counter;
    static BlockingQueue<Integer> queue;
    static List<LinkedBlockingQueue<Integer>> drained;
    static FutureTask<Integer>[] futures;
    static CompletableFuture<Integer> promise;
    static ThreadPoolExecutor pool;
    static Phaser phaser;
    static CyclicBarrier barrier;
    static StampedLock lock;
    static Thread[] threads;

    static long state;

    static int below(int n) {
        state = state * 6364136223846793005L + 1442695040888963407L;
        return (int) ((state >>> 33) % n);
    }

    /* Natively: somebody else first, perhaps. */
    static void pause() {
        if (!isNative)
            return;
        ThreadLocalRandom random = ThreadLocalRandom.current();
        if (random.nextInt(3) == 0)
            for (int i = random.nextInt(1 << random.nextInt(16)); i > 0; i--)
                Thread.onSpinWait();
    }

    static String name(Throwable e) {
        return e.getClass().getSimpleName().substring(0, 3);
    }

    static Step onQueue() {
        int n = 1 + below(2);
        switch (below(10)) {
        case 0:
            return () -> { queue.put(n); return "p"; };
        case 1:
        case 2:
            return () -> "o" + queue.offer(n);
        case 3:
            return () -> "t" + queue.take();
        case 4:
        case 5:
            return () -> "l" + queue.poll();
        case 6:
            return () -> "k" + queue.peek();
        case 7:
            return () -> "r" + queue.remove(n);
        case 8:
            return () -> "w" + queue.poll(1, MS);
        default:
            return () -> "s" + queue.size();
        }
    }

    /* What is in one queue goes to another one, if there is anything. */
    static Step onDrained() {
        int n = below(drained.size()), m = (n + 1) % drained.size();
        LinkedBlockingQueue<Integer> from = drained.get(n), to = drained.get(m);
        int what = 1 + below(2);
        switch (below(7)) {
        case 0:
        case 1:
        case 2:
            return () -> "d" + from.drainTo(to);
        case 3:
            return () -> "o" + from.offer(what);
        case 4:
            return () -> "l" + from.poll();
        case 5:
            return () -> "k" + from.peek();
        default:
            return () -> "s" + from.size();
        }
    }

    static Step onFuture() {
        FutureTask<Integer> f = futures[below(futures.length)];
        switch (below(8)) {
        case 0:
        case 1:
            return () -> { f.run(); return "r"; };
        case 2:
            return () -> "g" + f.get();
        case 3:
            return () -> "t" + f.get(1, MS);
        case 4:
            return () -> "c" + f.cancel(false);
        case 5:
            return () -> "k" + f.cancel(true);
        case 6:
            return () -> "d" + f.isDone();
        default:
            return () -> "x" + f.isCancelled();
        }
    }

    /* One that runs runs the one inside of it, if nobody has cancelled it before. */
    static Step onNested() {
        FutureTask<Integer> f = futures[below(futures.length)];
        switch (below(7)) {
        case 0:
        case 1:
        case 2:
            return () -> { f.run(); return "r"; };
        case 3:
        case 4:
            return () -> "c" + f.cancel(false);
        case 5:
            return () -> "?" + word;
        default:
            return () -> "d" + f.isDone();
        }
    }

    static Step onPool() {
        FutureTask<Integer> f = futures[below(futures.length)];
        int what = below(6);
        switch (below(12)) {
        case 0:
            return () -> { pool.shutdown(); return "S"; };
        case 1:
            return () -> "N" + pool.shutdownNow().size();
        case 2:
            return () -> "A" + pool.awaitTermination(1, MS);
        case 3:
            return below(2) == 0 ? () -> "T" + pool.isTerminated() + pool.isShutdown()
                : () -> "U" + pool.isShutdown() + pool.isTerminated();
        case 4:
            return below(3) == 0 ? () -> { pool.purge(); return "-"; } : () -> "v" + pool.remove(f);
        case 5:
            return () -> "i" + pool.invokeAll(List.of(() -> task(what))).get(0).get();
        case 6:
            return () -> "s" + pool.submit(() -> task(what)).isDone();
        case 7:
            return () -> "g" + pool.submit(() -> task(what)).get();
        case 8:
            return () -> "a" + CompletableFuture.supplyAsync(() -> asked(what), pool).thenApply(x -> x + 1).get();
        case 9:
            return () -> "y" + pool.invokeAny(List.of(() -> task(what), () -> 9));
        default:
            return () -> { give(f); return "e"; };
        }
    }

    static Step onPromise() {
        int n = 1 + below(2);
        switch (below(8)) {
        case 0:
        case 1:
            return () -> "c" + promise.complete(n);
        case 2:
            return () -> "e" + promise.completeExceptionally(new Error());
        case 3:
            return () -> "k" + promise.cancel(true);
        case 4:
            return () -> "j" + promise.get();
        case 5:
            return () -> "t" + promise.get(1, MS);
        case 6:
            return () -> "n" + promise.getNow(0);
        default:
            return () -> "a" + promise.thenApply(x -> word = x + n).isDone();
        }
    }

    static Step onPhaser() {
        switch (below(8)) {
        case 0:
            return () -> "a" + phaser.arrive();
        case 1:
        case 2:
            return () -> "w" + phaser.arriveAndAwaitAdvance();
        case 3:
            return () -> "r" + phaser.register();
        case 4:
            return () -> "p" + phaser.awaitAdvance(0);
        case 5:
            return () -> "n" + phaser.getArrivedParties();
        case 6:
            return () -> { phaser.forceTermination(); return "f"; };
        default:
            return () -> "d" + phaser.arriveAndDeregister();
        }
    }

    static Step onBarrier() {
        switch (below(6)) {
        case 0:
            return () -> { barrier.reset(); return "r"; };
        case 1:
            return () -> "n" + barrier.getNumberWaiting();
        case 2:
            return () -> "t" + barrier.await(1, MS);
        default:
            return () -> "w" + barrier.await();
        }
    }

    static Step onLock() {
        switch (below(5)) {
        case 0:
            return () -> {
                long stamp = lock.writeLock();
                word = word + 1;
                lock.unlockWrite(stamp);
                return "w";
            };
        case 1:
            return () -> {
                long stamp = lock.tryWriteLock();
                if (stamp != 0)
                    lock.unlockWrite(stamp);
                return "t" + (stamp != 0);
            };
        case 2:
            return () -> {
                long stamp = lock.readLock();
                int seen = word;
                lock.unlockRead(stamp);
                return "r" + seen;
            };
        case 3:
            return () -> {
                long stamp = lock.tryOptimisticRead();
                int seen = word;
                return "o" + seen + lock.validate(stamp);
            };
        default:
            return () -> "l" + lock.isWriteLocked();
        }
    }

    static Step onWords() {
        int n = 1 + below(2), k = below(threads.length);
        switch (below(8)) {
        case 0:
        case 1:
            return () -> "=" + (word = n);
        case 2:
        case 3:
            return () -> "?" + word;
        case 4:
            return () -> "+" + counter.incrementAndGet();
        case 5:
            return () -> "!" + counter.compareAndSet(0, n);
        case 6:
            return () -> { threads[k].interrupt(); return "^"; };
        default:
            return () -> "_" + Thread.interrupted();
        }
    }

    static void give(Runnable r) {
        if (pool instanceof ScheduledExecutorService)
            ((ScheduledExecutorService) pool).schedule(r, 1, MS);
        else
            pool.execute(r);
    }

    static int asked(int what) {
        try {
            return task(what);
        } catch (Exception e) {
            throw new CompletionException(e);
        }
    }

    /* What tasks do. */
    static int task(int what) throws Exception {
        pause();
        switch (what) {
        case 0:
            return word;
        case 1:
            return word = 3;
        case 2:
            return counter.incrementAndGet();
        case 3:
            Thread.sleep(1);
            return 4;
        case 4:
            return Thread.interrupted() ? 5 : 6;
        default:
            return queue.offer(7) ? 7 : 8;
        }
    }

    static Step on(String family) {
        switch (below(5) == 0 ? "word" : family) {
        case "queue":
            return onQueue();
        case "future":
            return onFuture();
        case "nested":
            return onNested();
        case "drained":
            return onDrained();
        case "pool":
            return below(3) == 0 ? onFuture() : onPool();
        case "promise":
            return onPromise();
        case "phaser":
            return onPhaser();
        case "barrier":
            return onBarrier();
        case "lock":
            return onLock();
        default:
            return onWords();
        }
    }

    static BlockingQueue<Integer> freshQueue() {
        switch (below(6)) {
        case 0:
            return new SynchronousQueue<>(below(2) == 0);
        case 1:
            return new LinkedTransferQueue<>();
        case 2:
            return new ArrayBlockingQueue<>(1);
        default:
            return new LinkedBlockingQueue<>(1 + below(2));
        }
    }

    @SuppressWarnings("unchecked")
    static void makeObjects(String family) {
        boolean pools = family.equals("pool"), nested = family.equals("nested");
        word = 0;
        counter = new AtomicInteger();
        queue = freshQueue();
        futures = new FutureTask[nested ? 2 + below(3) : 1 + below(2)];
        for (int i = 0; i < futures.length; i++) {
            int what = nested ? 1 + below(2) : below(6);
            futures[i] = nested && i > 0 && below(5) > 0 ? new FutureTask<>(futures[below(i)], 9)
                : new FutureTask<>(() -> task(what));
        }
        promise = new CompletableFuture<>();
        int workers = below(4);
        pool = pools ? (ThreadPoolExecutor) (workers == 0 ? Executors.newScheduledThreadPool(1)
            : Executors.newFixedThreadPool(workers == 1 ? 2 : 1)) : null;
        drained = new ArrayList<>();
        for (int i = 0; i < 3 && family.equals("drained"); i++) {
            drained.add(new LinkedBlockingQueue<>());
            if (below(2) == 0)
                drained.get(i).offer(i);
        }
        phaser = new Phaser(1 + below(3));
        barrier = new CyclicBarrier(2);
        lock = new StampedLock();
    }

    /* What the threads found. */
    static String[] said;

    static final String[] families = {"queue", "future", "promise", "phaser", "barrier", "lock", "word"};

    static void make(String family, long seed) {
        state = seed * 2654435761L + 1;
        for (int i = 0; i < 8; i++)
            below(2);
        String other = below(2) == 0 || family.equals("nested") || family.equals("drained") ? family : families[below(families.length)];
        boolean pools = family.equals("pool");
        threads = new Thread[pools ? 1 + below(3) / 2 : 2 + below(3)];
        said = new String[threads.length];
        makeObjects(family);
        int steps = threads.length == 4 ? 1 : threads.length == 3 ? 2 : 3;
        for (int k = 0; k < threads.length; k++) {
            Step[] mine = new Step[1 + below(steps)];
            for (int i = 0; i < mine.length; i++)
                mine[i] = on(below(3) == 0 ? other : family);
            int me = k;
            threads[k] = new Thread(() -> run(me, mine));
        }
    }

    static void run(int me, Step[] mine) {
        String all = "";
        for (Step s : mine) {
            pause();
            try {
                all += s.go();
            } catch (Exception e) {
                all += name(e);
            }
        }
        said[me] = all;
    }

    static String outcome() {
        String all = String.join(" ", said) + " " + word + counter.get();
        for (FutureTask<Integer> f : futures)
            all += " " + f.isDone() + f.isCancelled();
        return all;
    }

    public static void main(String[] args) throws Exception {
        long seed = Long.parseLong(args[1]);
        int count = Integer.parseInt(args[2]);
        if (args.length > 3) {
            again(args[0], seed, count, Integer.parseInt(args[3]));
            return;
        }
        seed += count > 1 ? Sett.choose(count) : 0;
        System.out.print(seed + ": ");
        make(args[0], seed);
        start();
        for (Thread t : threads)
            t.join();
        if (pool != null) {
            pool.shutdown();
            pool.awaitTermination(1, TimeUnit.DAYS);
        }
        System.out.println(outcome());
    }

    static void start() {
        if (pool != null)
            give(futures[0]);
        for (Thread t : threads)
            t.start();
    }

    static void again(String family, long first, int count, int runs) throws Exception {
        isNative = true;
        for (long seed = first; seed < first + count; seed++)
            for (String s : natively(family, seed, runs))
                System.out.println(seed + ": " + s);
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    /* Do all others wait for each other, however slow the machine is?  Who is woken
       waits until it runs.  (Threads of runs before that got stuck do, too.) */
    static boolean areStuck() throws InterruptedException {
        Thread[] all = new Thread[1000];
        for (int i = 0; i < 8; i++, Thread.sleep(100))
            for (int k = Thread.currentThread().getThreadGroup().enumerate(all); k-- > 0; )
                if (all[k] != Thread.currentThread() && all[k].getState() != Thread.State.WAITING)
                    return false;
        return true;
    }

    /* They may have come to their end meanwhile. */
    static boolean isAnybodyLeft() {
        boolean left = pool != null && pool.isShutdown() && !pool.isTerminated();
        for (Thread t : threads)
            left |= t.isAlive();
        return left;
    }

    static boolean ends() throws InterruptedException {
        boolean over;
        do {
            over = true;
            for (Thread t : threads) {
                t.join(over ? 20 : 1);
                over &= !t.isAlive();
            }
            if (over && pool != null) {
                pool.shutdown();
                over = pool.awaitTermination(20, MS);
            }
        } while (!over && !(areStuck() && isAnybodyLeft()));
        return over;
    }

    /* On the machine: runs that get stuck take a while, so there are few. */
    static Set<String> natively(String family, long seed, int runs) throws Exception {
        Set<String> outcomes = new TreeSet<>();
        int stuck = 0;
        for (int i = 0; i < runs && stuck < 4; i++) {
            make(family, seed);
            start();
            boolean ended = ends();
            outcomes.add(ended ? outcome() : "stuck");
            stuck += ended ? 0 : 1;
        }
        return outcomes;
    }
}
