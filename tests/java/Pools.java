/* Executors, futures, queues and phasers, whose methods are one operation each
   (src/java/agent/whole_methods.h): what is expected is in uses.tsv. */

import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.stream.*;

public class Pools {
    static volatile int word;
    static int plain;
    static volatile Thread worker;

    static void end(ExecutorService s) throws InterruptedException {
        s.shutdown();
        s.awaitTermination(1, TimeUnit.DAYS);
    }

    static class Sum extends RecursiveTask<Integer> {
        final int[] of;
        int from, to;

        Sum(int[] of, int from, int to) {
            this.of = of;
            this.from = from;
            this.to = to;
        }

        protected Integer compute() {
            if (to - from == 1)
                return of[from];
            Sum left = new Sum(of, from, (from + to) / 2), right = new Sum(of, (from + to) / 2, to);
            left.fork();
            return right.compute() + left.join();
        }
    }

    public static void main(String[] arguments) throws Exception {
        ThreadPoolExecutor one = (ThreadPoolExecutor) Executors.newFixedThreadPool(1);
        ThreadPoolExecutor two = (ThreadPoolExecutor) Executors.newFixedThreadPool(2);
        ScheduledExecutorService timed = Executors.newScheduledThreadPool(1);
        switch (arguments[0]) {
        case "once":
            one.execute(() -> { });
            end(one);
            break;
        case "two":
            two.execute(() -> { });
            two.execute(() -> { });
            two.shutdown();
            break;
        case "idle-asked": /* who is interrupted, since the pool is shut down, is so a little later */
            one.execute(() -> { worker = Thread.currentThread(); });
            Thread asker = new Thread(() -> {
                Thread w = worker;
                if (w != null && one.isShutdown() && !w.isInterrupted())
                    assert !w.isInterrupted();
            });
            asker.start();
            one.shutdown();
            break;
        case "idle-queue": /* ...and can be asked by the program's own queue */
            ThreadPoolExecutor[] own = new ThreadPoolExecutor[1];
            own[0] = new ThreadPoolExecutor(1, 1, 1, TimeUnit.DAYS, new LinkedBlockingQueue<>() {
                public Runnable take() throws InterruptedException {
                    Thread w = Thread.currentThread();
                    if (own[0].isShutdown() && !w.isInterrupted())
                        assert !w.isInterrupted();
                    return super.take();
                }
            });
            own[0].execute(() -> { });
            own[0].shutdown();
            break;
        case "sum":
            Future<Integer> a = two.submit(() -> 1), b = two.submit(() -> 2);
            assert a.get() + b.get() == 3;
            end(two);
            break;
        case "locked":
            for (int i = 0; i < 2; i++)
                two.execute(() -> {
                    synchronized (two) {
                        plain++;
                    }
                });
            end(two);
            synchronized (two) {
                assert plain == 2 || !two.isTerminated();
            }
            break;
        case "at-once": /* two tasks between whose reading and writing the other one can come */
            for (int i = 0; i < 2; i++)
                two.execute(() -> word = word + 1);
            end(two);
            assert word == 2 || !two.isTerminated();
            break;
        case "factory": /* code of the program inside of a method of a pool */
            ThreadFactory made = r -> {
                word = word + 1;
                return new Thread(r);
            };
            Thread[] starters = new Thread[2];
            for (int i = 0; i < 2; i++) {
                starters[i] = new Thread(() -> {
                    ExecutorService s = Executors.newSingleThreadExecutor(made);
                    s.execute(() -> { });
                    s.shutdown();
                });
                starters[i].start();
            }
            for (Thread t : starters)
                t.join();
            assert word == 2;
            break;
        case "cancelled-runs":
            Future<?> f = one.submit(() -> plain = 1);
            boolean cancelled = f.cancel(false);
            one.shutdown();
            if (one.awaitTermination(1, TimeUnit.DAYS))
                assert !cancelled || plain == 0 : "it was cancelled while it ran";
            break;
        case "taken": /* by a worker that has not begun it */
            FutureTask<?> task = new FutureTask<>(() -> { word = 1; }, null);
            one.execute(() -> { });
            one.execute(task);
            boolean removed = one.remove(task), stopped = task.cancel(false);
            one.shutdown();
            if (one.awaitTermination(1, TimeUnit.DAYS))
                assert removed || !stopped || word == 1 : "it never ran";
            break;
        case "not-yet-interrupted": /* who is cancelled sees that before the interrupt */
            Future<?>[] self = new Future<?>[1];
            FutureTask<?> mine = new FutureTask<>(() -> {
                if (self[0].isCancelled() && !Thread.currentThread().isInterrupted())
                    word = 1;
            }, null);
            self[0] = mine;
            Thread runner = new Thread(mine);
            runner.start();
            mine.cancel(true);
            runner.join();
            assert word == 0;
            break;
        case "cancelled-early": /* whoever is about to run it is interrupted, and does not run it */
            FutureTask<?> early = new FutureTask<>(() -> { word = 1; }, null);
            Thread first = new Thread(() -> {
                early.run();
                assert word == 1 || !Thread.interrupted();
            });
            first.start();
            early.cancel(true);
            break;
        case "cancelled-late": /* it has run, in vain, and nobody is there to be interrupted */
            FutureTask<?> over = new FutureTask<>(() -> { word = 1; }, null);
            Thread second = new Thread(() -> {
                over.run();
                if (Thread.interrupted())
                    word = 2;
            });
            second.start();
            boolean done = over.cancel(true);
            second.join();
            assert !done || word != 1;
            break;
        case "terminated-late": /* it is shut down before it is terminated, with no worker to wait for, too */
            new Thread(one::shutdown).start();
            if (one.isShutdown())
                assert one.isTerminated();
            break;
        case "scheduled-late": /* while it is shut down: neither rejected nor in the list */
            Thread stops = new Thread(timed::shutdownNow);
            stops.start();
            try {
                Future<?> between = timed.schedule(() -> 1, 10, TimeUnit.MILLISECONDS);
                stops.join();
                assert !between.isCancelled();
            } catch (RejectedExecutionException e) {
                break;
            }
            break;
        case "purged": /* of two tasks that are cancelled the one that was so first stays */
            Semaphore busy = new Semaphore(0);
            one.execute(busy::acquireUninterruptibly);
            FutureTask<?> former = new FutureTask<>(() -> { }, null), latter = new FutureTask<>(() -> { }, null);
            one.execute(former);
            one.execute(latter);
            Thread purges = new Thread(one::purge);
            purges.start();
            former.cancel(false);
            latter.cancel(false);
            purges.join();
            assert !one.remove(former) || one.remove(latter);
            busy.release();
            one.shutdown();
            break;
        case "stopped":
            one.execute(() -> {
                if (one.isShutdown())
                    assert Thread.currentThread().isInterrupted();
            });
            one.shutdownNow();
            break;
        case "tiers": /* an arrival goes up step by step */
            Phaser root = new Phaser(2), child = new Phaser(root, 1);
            new Thread(child::arrive).start();
            if (child.getUnarrivedParties() == 0)
                assert root.getArrivedParties() == 1;
            break;
        case "idle": /* a task that was taken and that nobody is at work on */
            one.submit(() -> { }).get();
            one.execute(() -> { });
            boolean empty = one.getQueue().isEmpty(), idle = one.getActiveCount() == 0;
            assert !empty || !idle || one.getCompletedTaskCount() == 2;
            one.shutdown();
            break;
        case "in-time": /* it is given to somebody who waits for a while */
            BlockingQueue<Integer> q = new SynchronousQueue<>();
            new Thread(() -> {
                try {
                    q.poll(1, TimeUnit.DAYS);
                } catch (InterruptedException e) {
                    return;
                }
            }).start();
            assert !q.offer(1) : "somebody waits";
            break;
        case "scheduled":
            Future<Integer> late = timed.schedule(() -> 1, 10, TimeUnit.MILLISECONDS),
                            later = timed.schedule(() -> 2, 20, TimeUnit.MILLISECONDS);
            assert late.get() + later.get() == 3;
            timed.shutdown();
            break;
        case "scheduled-race":
            timed.schedule(() -> plain++, 10, TimeUnit.MILLISECONDS);
            plain++;
            timed.shutdown();
            break;
        case "inside": /* a task gives the pool another one, and does not wait */
            one.execute(() -> one.execute(() -> one.shutdown()));
            break;
        case "cached":
            ExecutorService cached = Executors.newCachedThreadPool();
            Future<Integer> x = cached.submit(() -> 1), y = cached.submit(() -> 2);
            assert x.get() + y.get() == 3;
            cached.shutdown();
            break;
        case "out-of-time":
            try {
                new CompletableFuture<Integer>().orTimeout(10, TimeUnit.MILLISECONDS).join();
                assert false;
            } catch (CompletionException e) {
                assert e.getCause() instanceof TimeoutException;
            }
            break;
        case "perhaps-out-of-time":
            CompletableFuture<Integer> soon = CompletableFuture.supplyAsync(() -> 1, one);
            one.shutdown();
            soon.orTimeout(10, TimeUnit.MILLISECONDS).join();
            break;
        case "delayed":
            assert CompletableFuture.supplyAsync(() -> 1,
                CompletableFuture.delayedExecutor(10, TimeUnit.MILLISECONDS, Runnable::run)).join() == 1;
            break;
        case "delayed-race":
            CompletableFuture.runAsync(() -> plain = 1,
                CompletableFuture.delayedExecutor(10, TimeUnit.MILLISECONDS));
            plain = 2;
            break;
        case "arrived": /* all have arrived, and it has not advanced */
            Phaser few = new Phaser(1);
            new Thread(few::arrive).start();
            assert few.getArrivedParties() == 0;
            break;
        case "arrived-twice": /* too many: at the wrong moment */
            Phaser alone = new Phaser(1);
            new Thread(alone::arrive).start();
            alone.arriveAndAwaitAdvance();
            break;
        case "phases":
            Phaser p = new Phaser(2);
            Thread other = new Thread(() -> {
                for (int i = 0; i < 2; i++) {
                    plain++;
                    p.arriveAndAwaitAdvance();
                    p.arriveAndAwaitAdvance();
                }
            });
            other.start();
            for (int i = 0; i < 2; i++) {
                p.arriveAndAwaitAdvance();
                plain++;
                p.arriveAndAwaitAdvance();
            }
            other.join();
            assert plain == 4;
            break;
        case "forked":
            assert ForkJoinPool.commonPool().invoke(new Sum(new int[] {1, 2}, 0, 2)) == 3;
            break;
        case "forked-race":
            IntStream.range(0, 4).parallel().forEach(i -> plain += i);
            break;
        default:
            throw new IllegalArgumentException(arguments[0]);
        }
    }
}
