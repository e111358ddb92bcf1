/* Small programs, each a use of something: what is expected is in the script. */

import java.lang.reflect.Field;
import java.net.ServerSocket;
import java.security.SecureRandom;
import java.security.SecureRandomSpi;
import java.time.Instant;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class Misc {
    static int n;
    static volatile int seen;

    static void add(Field f) {
        try {
            f.setInt(null, f.getInt(null) + 1);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    static void join(Thread... threads) throws InterruptedException {
        for (Thread t : threads)
            t.start();
        for (Thread t : threads)
            t.join();
    }

    static class Worker extends Thread {
        static final ThreadLocal<Integer> local = new ThreadLocal<>();
        final boolean throwing;

        Worker(String name, boolean throwing) {
            super(name);
            this.throwing = throwing;
        }

        @Override
        public void run() {
            assert currentThread() == this && isAlive() && !interrupted();
            assert local.get() == null;
            local.set(1);
            assert new Throwable().getStackTrace().length == 1;
            synchronized (Misc.class) {
                n++;
            }
            interrupt();
            if (throwing)
                throw new IllegalStateException();
        }
    }

    static int deep(int n) {
        return n == 0 ? 0 : 1 + deep(n - 1);
    }

    static void carried() throws InterruptedException {
        Thread large = new Thread(null, () -> n = deep(50000), "large", 64 << 20);
        join(large, new Thread(() -> { }));
        assert n == 50000;
        n = 0;
        Thread[] told = {null}, workers = {new Worker("calm", false), new Worker("wild", true)};
        workers[1].setUncaughtExceptionHandler((thread, thrown) -> told[0] = thread);
        StackTraceElement[] stack = new Throwable().getStackTrace();
        assert stack[stack.length - 1].getMethodName().equals("main");
        join(workers);
        for (Thread t : workers) {
            assert !t.isAlive() && t.getThreadGroup() == null;
            try {
                t.start();
                assert false : "started twice";
            } catch (IllegalThreadStateException e) {
                // as it should be
            }
        }
        assert n == 2 && told[0] == workers[1];
    }

    static class Own extends SecureRandom {
        Own(SecureRandomSpi engine) {
            super(engine, null);
        }
    }

    static class Slow {
        static int value;

        static {
            Thread t = new Thread(() -> { synchronized (Misc.class) { n++; } });
            t.start();
            try {
                t.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            value = 1;
        }
    }

    static void run(String name) throws Exception {
        switch (name) {
        case "carried": // threads are what they are elsewhere, in every execution
            carried();
            break;
        case "latch": {
            CountDownLatch latch = new CountDownLatch(2);
            new Thread(() -> { n++; latch.countDown(); }).start();
            new Thread(latch::countDown).start();
            latch.await();
            n++;
            break;
        }
        case "self": { // an executor that waits for itself
            ExecutorService e = Executors.newSingleThreadExecutor();
            e.submit(() -> e.submit(() -> 1).get()).get();
            e.shutdown();
            break;
        }
        case "queue": {
            BlockingQueue<Integer> q = new ArrayBlockingQueue<>(1);
            new Thread(() -> {
                try {
                    q.put(1);
                    q.put(2);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }).start();
            assert q.take() == 1;
            assert q.take() == 2;
            break;
        }
        case "semaphore": {
            Semaphore s = new Semaphore(1);
            Runnable r = () -> { s.acquireUninterruptibly(); n++; s.release(); };
            join(new Thread(r), new Thread(r));
            assert n == 2;
            break;
        }
        case "barrier": {
            CyclicBarrier b = new CyclicBarrier(2);
            new Thread(() -> {
                try {
                    b.await();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }).start();
            b.await();
            break;
        }
        case "interrupt": {
            Thread t = new Thread(() -> {
                try {
                    synchronized (Misc.class) {
                        Misc.class.wait();
                    }
                } catch (InterruptedException e) {
                    n = 1;
                }
            });
            t.start();
            t.interrupt();
            t.join();
            assert n == 1;
            break;
        }
        case "future": {
            CompletableFuture<Integer> f =
                CompletableFuture.supplyAsync(() -> 1, r -> new Thread(r).start());
            assert f.thenApply(x -> x + 1).get() == 2;
            break;
        }
        case "readwrite": {
            ReentrantReadWriteLock l = new ReentrantReadWriteLock();
            Thread t = new Thread(() -> { l.writeLock().lock(); n++; l.writeLock().unlock(); });
            t.start();
            l.readLock().lock();
            int seen = n;
            l.readLock().unlock();
            t.join();
            assert n == 1 && seen <= 1;
            break;
        }
        case "exit":
            new Thread(() -> System.exit(3)).start();
            Thread.sleep(10);
            break;
        case "timed":
            synchronized (Misc.class) {
                Misc.class.wait(100);
            }
            break;
        case "vector": {
            Vector<Integer> v = new Vector<>();
            join(new Thread(() -> v.add(1)), new Thread(() -> v.add(2)));
            assert v.size() == 2;
            break;
        }
        case "random": {
            Thread t = new Thread(() -> { synchronized (Misc.class) { n++; } });
            t.start();
            int r = new Random().nextInt(100) + ThreadLocalRandom.current().nextInt(100);
            synchronized (Misc.class) {
                n += r % 2;
            }
            System.out.println(r + " " + System.nanoTime() + " " + new Object().hashCode());
            t.join();
            break;
        }
        case "misuse":
            new Object().notify();
            break;
        case "null": {
            String none = null;
            none.length();
            break;
        }
        case "catchall": {
            Object o = new Object();
            Thread t = new Thread(() -> {
                for (;;)
                    try {
                        synchronized (o) {
                            o.wait();
                        }
                    } catch (Throwable e) {
                        // and again
                    }
            });
            join(t);
            break;
        }
        case "stuck-initialiser":
            assert Slow.value == 1;
            break;
        case "sockets":
            new ServerSocket(0).close();
            break;
        case "property": { // what one execution leaves behind must not hide it from the next
            Thread t = new Thread(() -> {
                if (seen == 1 && System.getProperty("misc") == null)
                    throw new IllegalStateException("between");
            });
            t.start();
            seen = 1;
            System.setProperty("misc", "set");
            t.join();
            break;
        }
        case "leaks": { // one value in every execution
            Thread t = new Thread(() -> seen++);
            t.start();
            seen++;
            t.join();
            List<Integer> list = new ArrayList<>(List.of(1, 2, 3, 4, 5, 6, 7, 8));
            Collections.shuffle(list);
            System.out.println(t.getId() + " " + Math.random() + " " + list + " "
                               + new SplittableRandom().nextInt() + " " + Instant.now() + " "
                               + UUID.randomUUID() + " " + new SecureRandom().nextInt());
            break;
        }
        case "reflection": {
            Field f = Misc.class.getDeclaredField("n");
            join(new Thread(() -> add(f)), new Thread(() -> add(f)));
            break;
        }
        case "secure": {
            SecureRandom r = new SecureRandom();
            byte[] bytes = new byte[11];
            r.nextBytes(bytes);
            assert bytes[10] != 0 || bytes[9] != 0 || bytes[8] != 0;
            assert r.nextLong() != r.nextLong() && r.generateSeed(3).length == 3;
            break;
        }
        case "secure-seeded": {
            SecureRandom r = SecureRandom.getInstance("SHA1PRNG");
            r.setSeed(42);
            n = r.nextInt();
            break;
        }
        case "secure-own": { // the program's own numbers are its own
            SecureRandom r = new Own(new SecureRandomSpi() {
                @Override
                protected void engineSetSeed(byte[] seed) {
                }

                @Override
                protected void engineNextBytes(byte[] bytes) {
                    Arrays.fill(bytes, (byte) 1);
                }

                @Override
                protected byte[] engineGenerateSeed(int count) {
                    return new byte[count];
                }
            });
            assert r.nextInt() == 0x01010101;
            break;
        }
        case "uuid":
            assert !UUID.randomUUID().equals(UUID.randomUUID());
            break;
        case "copied": case "filled": case "sorted": case "cloned": case "parts": {
            int[] shared = new int[4], mine = {4, 3, 2, 1};
            Thread t = new Thread(() -> shared[1] = 1);
            if (name.equals("parts"))
                t = new Thread(() -> System.arraycopy(mine, 0, shared, 2, 2));
            t.start();
            switch (name) {
            case "copied": System.arraycopy(mine, 0, shared, 0, 4); break;
            case "filled": Arrays.fill(shared, 0, 2, 7); break;
            case "sorted": Arrays.sort(shared); break;
            case "cloned": n = shared.clone().length; break;
            default: // nothing that the other one touches
                System.arraycopy(mine, 2, shared, 0, 2);
                Arrays.fill(shared, 0, 2, 7);
                n = Arrays.copyOf(shared, 2).length + Arrays.copyOfRange(shared, 0, 2).length;
            }
            t.join();
            break;
        }
        default:
            throw new IllegalArgumentException(name);
        }
    }

    public static void main(String[] args) throws Exception {
        run(args[0]);
    }
}
