/* java.util.concurrent as programs use it, right and wrong: what is expected is
   in the script. */

import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.stream.*;

public class Uses {
    static int n, m;
    static volatile int seen, other;

    interface Act {
        void run() throws Exception;
    }

    static Thread thread(Act act) {
        return new Thread(() -> {
            try {
                act.run();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    static void both(Act... acts) throws InterruptedException {
        Thread[] threads = new Thread[acts.length];
        for (int i = 0; i < acts.length; i++)
            (threads[i] = thread(acts[i])).start();
        for (Thread t : threads)
            t.join();
    }

    static void executors(String name) throws Exception {
        ExecutorService e = Executors.newFixedThreadPool(name.equals("pool-one") ? 1 : 2);
        AtomicInteger count = new AtomicInteger();
        switch (name) {
        case "pool-atomic":
            for (int i = 0; i < 2; i++)
                e.execute(count::incrementAndGet);
            e.shutdown();
            while (!e.awaitTermination(1, TimeUnit.HOURS))
                return;
            assert count.get() == 2;
            break;
        case "pool-race":
            for (int i = 0; i < 2; i++)
                e.execute(() -> n++);
            break;
        case "pool-one": // the same thread does both
            e.execute(() -> n++);
            e.execute(() -> n++);
            break;
        case "pool-get": {
            Future<?> f = e.submit(() -> { n = 1; });
            f.get();
            assert n == 1;
            break;
        }
        case "pool-no-get":
            e.submit(() -> { n = 1; });
            assert n == 0;
            break;
        case "pool-swallows": // nobody asks for the result
            e.submit(() -> { throw new IllegalStateException(); });
            break;
        case "pool-throws":
            e.execute(() -> { throw new IllegalStateException(); });
            break;
        case "pool-fails": {
            Future<Integer> f = e.submit(() -> 1 / n);
            try {
                f.get();
                assert false;
            } catch (ExecutionException x) {
                assert x.getCause() instanceof ArithmeticException;
            }
            break;
        }
        case "pool-rejects": { // it may be shut down before
            thread(e::shutdown).start();
            e.execute(() -> { });
            break;
        }
        case "pool-left": // nobody shuts it down: its threads stay
            e.execute(() -> { });
            return;
        case "pool-cancel": {
            CountDownLatch never = new CountDownLatch(1);
            Future<?> f = e.submit(() -> { never.await(); return 1; });
            f.cancel(true);
            assert f.isCancelled();
            break;
        }
        case "pool-ignores-cancel": {
            CountDownLatch never = new CountDownLatch(1);
            Future<?> f = e.submit(() -> { never.await(); return 1; });
            f.cancel(false);
            break;
        }
        case "pool-now": {
            CountDownLatch never = new CountDownLatch(1);
            e.submit(() -> { never.await(); return 1; });
            e.shutdownNow();
            return;
        }
        default:
            throw new IllegalArgumentException(name);
        }
        e.shutdown();
    }

    static void more(String name) throws Exception {
        switch (name) {
        case "invoke-all": {
            ExecutorService e = Executors.newCachedThreadPool();
            int sum = 0;
            for (Future<Integer> f : e.invokeAll(List.<Callable<Integer>>of(() -> 1, () -> 2)))
                sum += f.get();
            assert sum == 3;
            e.shutdown();
            break;
        }
        case "scheduled": {
            ScheduledExecutorService e = Executors.newScheduledThreadPool(1);
            ScheduledFuture<Integer> f = e.schedule(() -> ++n, 10, TimeUnit.SECONDS);
            assert f.get() == 1 && n == 1;
            e.shutdown();
            break;
        }
        case "scheduled-race": { // a delay orders nothing
            ScheduledExecutorService e = Executors.newScheduledThreadPool(1);
            e.schedule(() -> n++, 10, TimeUnit.SECONDS);
            n++;
            e.shutdown();
            break;
        }
        case "completion": {
            ExecutorService e = Executors.newFixedThreadPool(2);
            CompletionService<Integer> c = new ExecutorCompletionService<>(e);
            c.submit(() -> 1);
            c.submit(() -> 2);
            assert c.take().get() == 1; // or 2
            e.shutdown();
            break;
        }
        case "task": {
            FutureTask<Integer> f = new FutureTask<>(() -> ++n);
            both(f::run, f::run, () -> { assert f.get() == 1; });
            assert n == 1;
            break;
        }
        case "combine": {
            Executor e = r -> new Thread(r).start();
            CompletableFuture<Integer> a = CompletableFuture.supplyAsync(() -> 1, e);
            CompletableFuture<Integer> b = CompletableFuture.supplyAsync(() -> 2, e);
            assert a.thenCombine(b, Integer::sum).join() == 3;
            break;
        }
        case "all-of": {
            Executor e = r -> new Thread(r).start();
            CompletableFuture<Void> a = CompletableFuture.runAsync(() -> n = 1, e);
            CompletableFuture<Void> b = CompletableFuture.runAsync(() -> m = 1, e);
            CompletableFuture.allOf(a, b).join();
            assert n + m == 2;
            break;
        }
        case "any-of": { // one of them only
            Executor e = r -> new Thread(r).start();
            CompletableFuture<Void> a = CompletableFuture.runAsync(() -> n = 1, e);
            CompletableFuture<Void> b = CompletableFuture.runAsync(() -> m = 1, e);
            CompletableFuture.anyOf(a, b).join();
            assert n + m >= 1;
            break;
        }
        case "complete": {
            CompletableFuture<Integer> f = new CompletableFuture<>();
            both(() -> f.complete(1), () -> f.complete(2));
            assert f.join() == 1; // or 2
            break;
        }
        case "never-complete":
            new CompletableFuture<Integer>().join();
            break;
        case "exceptionally": {
            Executor e = r -> new Thread(r).start();
            assert CompletableFuture.supplyAsync(() -> 1 / n, e).exceptionally(x -> 7).join() == 7;
            break;
        }
        case "async-race": {
            CompletableFuture<Void> f = CompletableFuture.runAsync(() -> n++);
            n++;
            f.join();
            break;
        }
        case "async": {
            CompletableFuture<Void> f = CompletableFuture.runAsync(() -> n++);
            f.join();
            assert n == 1;
            break;
        }
        case "stream":
            assert IntStream.range(0, 8).parallel().sum() == 28;
            break;
        case "stream-race":
            IntStream.range(0, 8).parallel().forEach(i -> n += i);
            break;
        case "fork-join": {
            ForkJoinPool pool = new ForkJoinPool(2);
            assert pool.submit(() -> 5).get() == 5;
            pool.shutdown();
            break;
        }
        case "map-merge": {
            ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
            Act a = () -> map.merge("k", 1, Integer::sum);
            both(a, a);
            assert map.get("k") == 2;
            break;
        }
        case "map-check-act": {
            ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
            map.put("k", 0);
            Act a = () -> map.put("k", map.get("k") + 1);
            both(a, a);
            assert map.get("k") == 2;
            break;
        }
        case "map-absent": {
            ConcurrentHashMap<String, Object> map = new ConcurrentHashMap<>();
            Object[] got = new Object[2];
            both(() -> got[0] = map.computeIfAbsent("k", k -> new Object()),
                 () -> got[1] = map.computeIfAbsent("k", k -> new Object()));
            assert got[0] == got[1];
            break;
        }
        case "map-contains": {
            ConcurrentHashMap<String, Object> map = new ConcurrentHashMap<>();
            Object[] got = new Object[2];
            class Getter implements Act {
                final int i;

                Getter(int i) { this.i = i; }

                public void run() {
                    if (!map.containsKey("k"))
                        map.put("k", new Object());
                    got[i] = map.get("k");
                }
            }
            both(new Getter(0), new Getter(1));
            assert got[0] == got[1];
            break;
        }
        case "skip-list": {
            ConcurrentSkipListMap<Integer, Integer> map = new ConcurrentSkipListMap<>();
            both(() -> map.put(1, 1), () -> map.put(2, 2));
            assert map.firstKey() == 1 && map.size() == 2;
            break;
        }
        case "skip-list-read": { // which reads plain fields, with fences
            ConcurrentSkipListMap<Integer, Integer> map = new ConcurrentSkipListMap<>();
            both(() -> {
                Integer first = map.get(1), second = map.get(2);
                assert first != null || second == null;
            }, () -> {
                map.put(1, 1);
                map.put(2, 2);
            });
            break;
        }
        case "copy-on-write": {
            List<Integer> list = new CopyOnWriteArrayList<>();
            both(() -> list.add(1), () -> { for (int i : list) n += i; });
            assert list.size() == 1 && n < 2;
            break;
        }
        case "copy-on-write-act": {
            List<Integer> list = new CopyOnWriteArrayList<>();
            Act a = () -> { if (!list.contains(1)) list.add(1); };
            both(a, a);
            assert list.size() == 1;
            break;
        }
        case "synchronized-list": { // size and add are two
            List<Integer> list = Collections.synchronizedList(new ArrayList<>());
            Act a = () -> list.add(list.size());
            both(a, a);
            assert list.get(1) == 1;
            break;
        }
        case "synchronized-loop": { // the loop needs the lock
            List<Integer> list = Collections.synchronizedList(new ArrayList<>(List.of(1)));
            both(() -> list.add(1), () -> { for (int i : list) m += i; });
            break;
        }
        default:
            queues(name);
        }
    }

    static void queues(String name) throws Exception {
        switch (name) {
        case "linked-queue": {
            BlockingQueue<Integer> q = new LinkedBlockingQueue<>(1);
            both(() -> { n = 1; q.put(1); q.put(2); }, () -> { assert q.take() == 1 && n == 1 && q.take() == 2; });
            break;
        }
        case "offer": { // may fail
            BlockingQueue<Integer> q = new ArrayBlockingQueue<>(1);
            both(() -> { q.offer(1); q.offer(2); }, () -> { q.take(); q.take(); });
            break;
        }
        case "concurrent-queue": {
            Queue<Integer> q = new ConcurrentLinkedQueue<>();
            both(() -> q.add(1), () -> q.add(2));
            assert q.poll() + q.poll() == 3;
            break;
        }
        case "concurrent-queue-act": {
            Queue<Integer> q = new ConcurrentLinkedQueue<>(List.of(1));
            Act a = () -> { if (!q.isEmpty()) n += 0 * q.poll(); };
            both(a, () -> { if (!q.isEmpty()) q.remove(); });
            break;
        }
        case "deque": {
            Deque<Integer> q = new ConcurrentLinkedDeque<>(List.of(1, 2));
            AtomicInteger sum = new AtomicInteger();
            both(() -> sum.addAndGet(q.pollFirst()), () -> sum.addAndGet(q.pollLast()));
            assert sum.get() == 3;
            break;
        }
        case "priority-queue": {
            PriorityBlockingQueue<Integer> q = new PriorityBlockingQueue<>();
            both(() -> q.add(2), () -> q.add(1), () -> seen = q.take());
            assert seen + q.take() == 3;
            break;
        }
        case "priority-order": { // whichever is there
            PriorityBlockingQueue<Integer> q = new PriorityBlockingQueue<>();
            both(() -> q.add(2), () -> q.add(1), () -> seen = q.take());
            assert seen == 1;
            break;
        }
        case "hand-over": {
            SynchronousQueue<Integer> q = new SynchronousQueue<>();
            both(() -> { n = 7; q.put(1); }, () -> { assert q.take() == 1 && n == 7; });
            break;
        }
        case "hand-over-alone":
            new SynchronousQueue<Integer>().put(1);
            break;
        case "transfer": {
            TransferQueue<Integer> q = new LinkedTransferQueue<>();
            both(() -> q.transfer(1), () -> { assert q.take() == 1; });
            break;
        }
        case "delay-queue": {
            class Late implements Delayed {
                public long getDelay(TimeUnit unit) { return 0; }

                public int compareTo(Delayed d) { return 0; }
            }
            DelayQueue<Late> q = new DelayQueue<>();
            both(() -> q.add(new Late()), () -> { assert q.take() != null; });
            break;
        }
        case "exchanger": {
            Exchanger<Integer> e = new Exchanger<>();
            both(() -> { assert e.exchange(1) == 2; }, () -> { assert e.exchange(2) == 1; });
            break;
        }
        case "exchanger-orders": { // what was done before it
            Exchanger<Integer> e = new Exchanger<>();
            both(() -> { n = 1; e.exchange(1); assert m == 2; }, () -> { m = 2; e.exchange(2); assert n == 1; });
            break;
        }
        case "exchanger-race": { // ...and what comes after it
            Exchanger<Integer> e = new Exchanger<>();
            both(() -> { e.exchange(1); n = 1; }, () -> { e.exchange(2); n = 2; });
            break;
        }
        case "exchanger-alone":
            new Exchanger<Integer>().exchange(1);
            break;
        case "exchanger-odd": { // one of three is left
            Exchanger<Integer> e = new Exchanger<>();
            both(() -> e.exchange(1), () -> e.exchange(2), () -> e.exchange(3));
            break;
        }
        case "exchanger-timed": { // either meets the other, or is out of time
            Exchanger<Integer> e = new Exchanger<>();
            Act act = () -> {
                try {
                    e.exchange(1, 1, TimeUnit.SECONDS);
                } catch (TimeoutException late) {
                    // as it may be
                }
            };
            both(act, act);
            break;
        }
        case "exchanger-interrupt": {
            Exchanger<Integer> e = new Exchanger<>();
            boolean[] interrupted = {false};
            Thread t = thread(() -> {
                try {
                    e.exchange(1);
                } catch (InterruptedException i) {
                    interrupted[0] = true;
                }
            });
            t.start();
            t.interrupt();
            t.join();
            assert interrupted[0];
            break;
        }
        case "phaser": {
            Phaser p = new Phaser(2);
            both(() -> { n = 1; p.arriveAndAwaitAdvance(); }, () -> { p.arriveAndAwaitAdvance(); assert n == 1; });
            break;
        }
        case "phaser-alone":
            new Phaser(2).arriveAndAwaitAdvance();
            break;
        case "phaser-arrive": { // does not wait
            Phaser p = new Phaser(2);
            both(() -> { n = 1; p.arrive(); }, () -> { p.arrive(); m = n; });
            break;
        }
        case "barrier-action": {
            CyclicBarrier b = new CyclicBarrier(2, () -> n++);
            both(b::await, b::await);
            assert n == 1;
            break;
        }
        case "barrier-broken": {
            CyclicBarrier b = new CyclicBarrier(2);
            Thread t = new Thread(() -> {
                try {
                    b.await();
                } catch (InterruptedException | BrokenBarrierException e) {
                    seen = 1;
                }
            });
            t.start();
            t.interrupt();
            t.join();
            assert b.isBroken() && seen == 1;
            break;
        }
        case "latch-timed": { // may be too late
            CountDownLatch l = new CountDownLatch(1);
            Thread t = thread(() -> { seen = 1; l.countDown(); });
            t.start();
            l.await(1, TimeUnit.SECONDS);
            assert seen == 1;
            break;
        }
        case "latch-asked": {
            CountDownLatch l = new CountDownLatch(1);
            Thread t = thread(() -> { n = 1; l.countDown(); });
            t.start();
            if (l.await(1, TimeUnit.SECONDS))
                assert n == 1;
            break;
        }
        case "latch-twice": // counts the same twice
            both2(new CountDownLatch(2));
            break;
        case "semaphore-timed": {
            Semaphore s = new Semaphore(1);
            Act a = () -> { if (s.tryAcquire(1, TimeUnit.SECONDS)) { n++; s.release(); } };
            both(a, a);
            break;
        }
        case "semaphore-first": { // who makes the queue, in two steps (from inside, as two are wanted)
            Semaphore s = new Semaphore(0);
            both(() -> s.acquire(2), () -> s.acquire(2));
            break;
        }
        case "semaphore-queue": { // two come to wait for one that is about to be the first
            Semaphore s = new Semaphore(0);
            both(() -> s.acquire(2), () -> s.acquire(2), () -> s.release(4));
            break;
        }
        case "semaphore-two": { // two may come in
            Semaphore s = new Semaphore(2);
            Act a = () -> { s.acquire(); n++; s.release(); };
            both(a, a);
            break;
        }
        case "semaphore-order": {
            Semaphore s = new Semaphore(1), r = new Semaphore(1);
            both(() -> { s.acquire(); r.acquire(); r.release(); s.release(); },
                 () -> { r.acquire(); s.acquire(); s.release(); r.release(); });
            break;
        }
        default:
            locks(name);
        }
    }

    static void both2(CountDownLatch l) throws InterruptedException {
        Thread t = thread(l::countDown);
        t.start();
        l.await();
    }

    static void locks(String name) throws Exception {
        ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
        StampedLock stamped = new StampedLock();
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        AtomicInteger a = new AtomicInteger();
        switch (name) {
        case "upgrade":
            rw.readLock().lock();
            rw.writeLock().lock();
            break;
        case "downgrade": {
            Act act = () -> {
                rw.writeLock().lock();
                n++;
                rw.readLock().lock();
                rw.writeLock().unlock();
                m = 0 * n;
                rw.readLock().unlock();
            };
            both(act, () -> { rw.readLock().lock(); assert n <= 1; rw.readLock().unlock(); });
            break;
        }
        case "read-lock-writes": {
            Act act = () -> { rw.readLock().lock(); n++; rw.readLock().unlock(); };
            both(act, act);
            break;
        }
        case "stamped": {
            Act act = () -> { long s = stamped.writeLock(); n++; stamped.unlockWrite(s); };
            both(act, act);
            assert n == 2;
            break;
        }
        case "stamped-optimistic":
            both(() -> { long s = stamped.writeLock(); seen = 1; other = 1; stamped.unlockWrite(s); },
                 () -> {
                     long s = stamped.tryOptimisticRead();
                     int x = seen, y = other;
                     if (s != 0 && stamped.validate(s))
                         assert x == y;
                 });
            break;
        case "stamped-no-validate":
            both(() -> { long s = stamped.writeLock(); seen = 1; other = 1; stamped.unlockWrite(s); },
                 () -> {
                     long s = stamped.tryOptimisticRead();
                     int x = seen, y = other;
                     if (s != 0)
                         assert x == y;
                 });
            break;
        case "stamped-again": // is not reentrant
            stamped.writeLock();
            stamped.readLock();
            break;
        case "await":
            both(() -> {
                lock.lock();
                try {
                    while (n == 0)
                        condition.await();
                } finally {
                    lock.unlock();
                }
            }, () -> {
                lock.lock();
                n = 1;
                condition.signal();
                lock.unlock();
            });
            break;
        case "await-no-loop": // was signalled before
            both(() -> { lock.lock(); condition.await(); lock.unlock(); },
                 () -> { lock.lock(); condition.signal(); lock.unlock(); });
            break;
        case "unlock-foreign":
            both(lock::lock, lock::unlock);
            break;
        case "try-lock": {
            Act act = () -> { if (lock.tryLock()) { n++; lock.unlock(); } };
            both(act, act);
            assert n >= 1;
            break;
        }
        case "try-lock-both": {
            Act act = () -> { if (lock.tryLock()) { n++; lock.unlock(); } };
            both(act, act);
            assert n == 2;
            break;
        }
        case "park":
            both(() -> { while (seen == 0) LockSupport.park(); }, () -> { });
            break;
        case "unpark": {
            Thread t = thread(() -> { while (seen == 0) LockSupport.park(); });
            t.start();
            seen = 1;
            LockSupport.unpark(t);
            t.join();
            break;
        }
        case "unpark-early": { // before it has changed what is waited for
            Thread t = thread(() -> { while (seen == 0) LockSupport.park(); });
            t.start();
            LockSupport.unpark(t);
            seen = 1;
            t.join();
            break;
        }
        case "adder": {
            LongAdder sum = new LongAdder();
            both(sum::increment, sum::increment);
            assert sum.sum() == 2;
            break;
        }
        case "adder-early": {
            LongAdder sum = new LongAdder();
            both(sum::increment, () -> { sum.increment(); assert sum.sum() == 2; });
            break;
        }
        case "update":
            both(() -> a.updateAndGet(x -> x + 1), () -> a.accumulateAndGet(2, Integer::sum));
            assert a.get() == 3;
            break;
        case "get-set": {
            Act act = () -> a.set(a.get() + 1);
            both(act, act);
            assert a.get() == 2;
            break;
        }
        case "array": {
            AtomicIntegerArray array = new AtomicIntegerArray(2);
            both(() -> array.incrementAndGet(0), () -> array.incrementAndGet(1), () -> array.addAndGet(0, 2));
            assert array.get(0) == 3 && array.get(1) == 1;
            break;
        }
        case "array-get-set": {
            AtomicIntegerArray array = new AtomicIntegerArray(2);
            Act act = () -> array.set(0, array.get(0) + 1);
            both(act, act);
            assert array.get(0) == 2;
            break;
        }
        case "publish": {
            AtomicReference<int[]> r = new AtomicReference<>();
            both(() -> { int[] x = {1}; r.lazySet(x); }, () -> { int[] x = r.get(); assert x == null || x[0] == 1; });
            break;
        }
        case "publish-later": {
            AtomicReference<int[]> r = new AtomicReference<>();
            both(() -> { int[] x = {1}; r.set(x); x[0] = 2; }, () -> { int[] x = r.get(); assert x == null || x[0] > 0; });
            break;
        }
        case "stamped-reference": {
            AtomicStampedReference<String> r = new AtomicStampedReference<>("a", 0);
            both(() -> r.compareAndSet("a", "b", 0, 1), () -> r.compareAndSet("a", "c", 0, 1));
            assert r.getStamp() == 1;
            break;
        }
        case "updater": {
            AtomicIntegerFieldUpdater<Cell> u = AtomicIntegerFieldUpdater.newUpdater(Cell.class, "value");
            Cell c = new Cell();
            both(() -> u.incrementAndGet(c), () -> u.incrementAndGet(c));
            assert c.value == 2;
            break;
        }
        case "stack": {
            Stack s = new Stack();
            both(() -> s.push(1), () -> s.push(2), s::pop);
            break;
        }
        case "stack-wrong": {
            Stack s = new Stack();
            both(() -> s.pushWrong(1), () -> s.pushWrong(2));
            assert s.pop() + s.pop() == 3;
            break;
        }
        default:
            executors(name);
        }
    }

    static class Cell {
        volatile int value;
    }

    static class Stack { // Treiber's
        record Node(int value, Node next) { }

        final AtomicReference<Node> top = new AtomicReference<>();

        void push(int value) {
            Node old;
            do
                old = top.get();
            while (!top.compareAndSet(old, new Node(value, old)));
        }

        void pushWrong(int value) {
            top.set(new Node(value, top.get()));
        }

        int pop() {
            Node old;
            do {
                old = top.get();
                if (old == null)
                    return -1;
            } while (!top.compareAndSet(old, old.next()));
            return old.value();
        }
    }

    public static void main(String[] args) throws Exception {
        more(args[0]);
    }
}
