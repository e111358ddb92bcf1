/* ForkJoinPool, its tasks and parallel streams (src/java/agent/fork_join.h): what
   is expected is in uses.tsv. */

import java.util.*;
import java.util.concurrent.*;
import java.util.stream.*;

public class Forks {
    static volatile int word;
    static int plain;

    /* A task of that, which can be forked. */
    static ForkJoinTask<Integer> task(Callable<Integer> what) {
        return ForkJoinTask.adapt(what);
    }

    /* What a task can take out of queues. */
    static abstract class Taker extends RecursiveTask<Integer> {
        static ForkJoinTask<?> own() {
            return pollNextLocalTask();
        }

        static ForkJoinTask<?> next() {
            return peekNextLocalTask();
        }

        static ForkJoinTask<?> any() {
            return pollTask();
        }

        static ForkJoinTask<?> outside() {
            return pollSubmission();
        }
    }

    /* Made of as many parts. */
    static class Parts extends CountedCompleter<Void> {
        final int parts;

        Parts(CountedCompleter<?> of, int parts) {
            super(of, parts);
            this.parts = parts;
        }

        public void compute() {
            for (int i = 0; i < parts; i++)
                new Parts(this, 0).fork();
            helpComplete(word);
            word = 10 * word + getPendingCount();
            tryComplete();
        }
    }

    static void poll(String which, ForkJoinPool one, ForkJoinPool two) throws Exception {
        switch (which) {
        case "polled": /* the own tasks: the last one first */
        case "polled-first":
            boolean order = which.equals("polled-first");
            of(1, order).invoke(task(() -> {
                ForkJoinTask<Integer> a = task(() -> 1).fork(), b = task(() -> 2).fork();
                assert Taker.next() == (order ? a : b);
                assert Taker.own() == (order ? a : b) && Taker.any() == (order ? b : a);
                assert Taker.next() == null && Taker.own() == null && Taker.any() == null;
                assert !a.isDone() && a.invoke() + b.invoke() == 3;
                return 0;
            }));
            assert Taker.own() == null && Taker.any() == null;
            break;
        case "polled-mine": /* somebody else may have it */
            two.invoke(task(() -> {
                ForkJoinTask<Integer> a = task(() -> 1).fork();
                assert Taker.any() == a;
                return 0;
            }));
            break;
        case "polled-others": /* or one has what somebody else has forked */
            two.invoke(task(() -> {
                ForkJoinTask<Integer> a = task(() -> word = Taker.any() == null ? 0 : 1).fork();
                task(() -> 2).fork();
                return a.join();
            }));
            assert word == 0;
            break;
        case "polled-outside":
            one.submit(() -> plain = 1);
            ForkJoinTask<?> late = one.submit(() -> {
                ForkJoinTask<?> found = Taker.outside();
                assert found == null;
            });
            one.submit(() -> { });
            late.join();
            break;
        case "helped": /* two of three parts, and then the other one */
            word = 2;
            of(1, false).invoke(new Parts(null, 3));
            assert word == 20010 : word;
            break;
        default:
            throw new IllegalArgumentException(which);
        }
    }

    static final ThreadLocal<Integer> depth = ThreadLocal.withInitial(() -> 0);

    static ForkJoinPool of(int threads, boolean fifo) {
        return new ForkJoinPool(threads, ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, fifo);
    }

    public static void main(String[] arguments) throws Exception {
        ForkJoinPool one = of(1, false), two = of(2, false);
        switch (arguments[0]) {
        case "join":
            two.invoke(task(() -> {
                ForkJoinTask<Integer> left = task(() -> plain = 1).fork();
                assert left.join() == 1 && plain == 1;
                return 0;
            }));
            break;
        case "join-race":
            two.invoke(task(() -> {
                ForkJoinTask<Integer> left = task(() -> plain = 1).fork();
                int seen = plain;
                return left.join() + seen;
            }));
            break;
        case "last-first": /* the own tasks, if nobody else is there */
        case "first-first":
            boolean fifo = arguments[0].equals("first-first");
            ForkJoinTask<Integer>[] both = new ForkJoinTask[2];
            of(1, fifo).invoke(task(() -> {
                both[0] = task(() -> word = word * 10 + 1).fork();
                both[1] = task(() -> word = word * 10 + 2).fork();
                return 0;
            }));
            both[0].get();
            both[1].get();
            assert word == (fifo ? 12 : 21) : word;
            break;
        case "submitted-first":
            ForkJoinTask<?> first = one.submit(() -> word = word * 10 + 1);
            one.submit(() -> word = word * 10 + 2).get();
            first.get();
            assert word == 12;
            break;
        case "submitted-by-two": /* they may have queues of their own */
        case "submitted-in-turn":
            ForkJoinPool some = arguments[0].equals("submitted-in-turn") ? one : two;
            Thread[] by = new Thread[2];
            ForkJoinTask<Integer> theirs = task(() -> {
                by[0] = Thread.currentThread();
                return word = word * 10 + 1;
            });
            Thread submitter = new Thread(() -> some.submit(theirs));
            submitter.start();
            submitter.join();
            some.submit(() -> {
                by[1] = Thread.currentThread();
                return word = word * 10 + 2;
            }).get();
            theirs.get();
            assert word == 12 || by[0] != by[1];
            break;
        case "helps": /* one who waits runs what the other one has forked */
            Thread[] ran = new Thread[2];
            two.invoke(task(() -> {
                ForkJoinTask<Integer> left = task(() -> {
                    ran[0] = Thread.currentThread();
                    return task(() -> {
                        ran[1] = Thread.currentThread();
                        return 0;
                    }).fork().join();
                }).fork();
                left.join();
                assert ran[0] == Thread.currentThread() || ran[1] != Thread.currentThread();
                return 0;
            }));
            break;
        case "submitted-after":
            two.submit(() -> 0).get();
            plain = 1;
            assert two.submit(() -> plain++).get() == 1;
            break;
        case "spare": /* who waits makes room */
            ForkJoinTask<Integer> a = one.submit(() -> 5);
            ForkJoinTask<Integer> b = task(() -> 6);
            ForkJoinTask<Integer> c = one.submit(() -> b.join() + a.join());
            one.submit(b);
            assert c.get() == 11;
            break;
        case "blocker":
            CompletableFuture<Integer> promise = new CompletableFuture<>();
            ForkJoinTask<Integer> asks = one.submit(() -> promise.join() + 1);
            one.submit(() -> promise.complete(5));
            assert asks.get() == 6;
            break;
        case "condition": /* one who waits for a condition makes room, too */
            BlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
            ForkJoinTask<Integer> takes = one.submit(queue::take);
            one.submit(() -> queue.add(3));
            assert takes.get() == 3;
            break;
        case "starved":
            CountDownLatch latch = new CountDownLatch(1);
            ForkJoinTask<?> waits = one.submit(() -> {
                latch.await();
                return 0;
            });
            one.submit(latch::countDown);
            waits.get();
            break;
        case "asleep": /* there is one thread too many, which nobody wakes */
            CountDownLatch bell = new CountDownLatch(1);
            ForkJoinTask<Integer> later = task(() -> 1);
            ForkJoinTask<Integer> sleeper = one.submit(() -> {
                later.join();
                task(() -> {
                    bell.countDown();
                    return 0;
                }).fork();
                bell.await();
                return 0;
            });
            one.submit(later);
            sleeper.get();
            break;
        case "names":
            Future<String> named = two.submit(() -> Thread.currentThread().getName());
            two.submit(() -> 0).get();
            assert named.get().endsWith("1");
            break;
        case "hashes-up":
        case "hashes-down":
            ForkJoinTask<Integer> hashed = two.submit(() -> Thread.currentThread().hashCode());
            int second = two.submit(() -> Thread.currentThread().hashCode()).get();
            assert hashed.get() <= second == arguments[0].equals("hashes-up") || hashed.get() == second;
            break;
        case "missed": /* what is submitted when all threads look away, and then the end */
            one.submit(() -> 1).get();
            ForkJoinTask<?> missed = one.submit(() -> 2);
            one.shutdown();
            assert !missed.isCancelled();
            break;
        case "not-missed":
            ForkJoinTask<?> found = one.submit(() -> 1);
            one.shutdown();
            assert !found.isCancelled();
            found.get();
            break;
        case "closed":
            two.submit(() -> plain++);
            two.shutdown();
            if (two.awaitTermination(1, TimeUnit.DAYS))
                assert plain++ >= 0;
            break;
        case "closed-early":
            two.submit(() -> plain++).get();
            two.shutdown();
            assert two.isTerminated();
            break;
        case "rejected":
            Thread ends = new Thread(two::shutdown);
            ends.start();
            two.submit(() -> 1);
            break;
        case "main-runs":
            Thread self = Thread.currentThread();
            ForkJoinTask<Thread> whose = ForkJoinTask.adapt(() -> Thread.currentThread()).fork();
            assert whose.join() != self;
            break;
        case "others-run":
            Thread me = Thread.currentThread();
            ForkJoinTask<Thread> who = ForkJoinTask.adapt(() -> Thread.currentThread()).fork();
            assert who.join() == me;
            break;
        case "completer":
            Thread outer = Thread.currentThread();
            word = 0;
            IntStream.range(0, 4).parallel().forEach(i -> {
                if (i == 0 && Thread.currentThread() == outer)
                    word = 1;
            });
            assert word == 0;
            break;
        case "stream":
            assert IntStream.range(0, 4).parallel().map(i -> i + 1).sum() == 10;
            break;
        case "stream-race":
            IntStream.range(0, 2).parallel().forEach(i -> plain += i);
            break;
        case "async":
            assert CompletableFuture.supplyAsync(() -> 1, two).thenApplyAsync(x -> x + 1, two).get() == 2;
            break;
        case "interrupted":
            Thread.currentThread().interrupt();
            ForkJoinTask<Integer> done = two.submit(() -> 1);
            done.join();
            try {
                done.get();
                assert false;
            } catch (InterruptedException e) {
            }
            break;
        case "out-of-time":
            try {
                two.submit(() -> 1).get(1, TimeUnit.SECONDS);
            } catch (TimeoutException e) {
                assert false;
            }
            break;
        case "in-time":
            ForkJoinTask<Integer> waited = task(() -> 1);
            ForkJoinTask<Integer> timed = one.submit(() -> {
                try {
                    return waited.get(1, TimeUnit.SECONDS);
                } catch (TimeoutException e) {
                    return 2;
                }
            });
            one.submit(waited);
            assert timed.get() != 1;
            break;
        case "cancelled":
            ForkJoinTask<Integer> late = task(() -> word = 1);
            one.submit(late);
            late.cancel(false);
            assert word == 0 || !late.isCancelled();
            break;
        case "cancelled-running": /* it goes on, and nobody hears of it */
            ForkJoinTask<Integer> running = task(() -> word = 1);
            one.submit(running);
            if (running.cancel(false)) {
                one.submit(() -> 0).get();
                assert word == 0;
            }
            break;
        case "completed-running": /* the result is one or the other */
            ForkJoinTask<Integer> begun = one.submit(() -> 1);
            begun.complete(2);
            begun.join();
            break;
        case "unforked":
            two.invoke(task(() -> {
                ForkJoinTask<Integer> last = task(() -> 1).fork();
                assert last.tryUnfork();
                return 0;
            }));
            break;
        case "not-mine": /* who has submitted nothing may find the task, or not */
            Thread[] runner = new Thread[1];
            ForkJoinTask<Integer> seen = task(() -> {
                runner[0] = Thread.currentThread();
                return 1;
            });
            seen.fork();
            Thread joins = new Thread(seen::join);
            joins.start();
            joins.join();
            assert runner[0] != joins;
            break;
        case "quiet":
            ForkJoinPool.commonPool().execute(() -> plain = 1);
            if (ForkJoinPool.commonPool().awaitQuiescence(1, TimeUnit.DAYS))
                assert plain == 1;
            break;
        case "not-quiet":
            two.execute(() -> word = 1);
            assert two.awaitQuiescence(1, TimeUnit.SECONDS);
            break;
        case "cut":
            ForkJoinPool.commonPool().submit(() -> 1);
            ForkJoinTask.helpQuiesce();
            break;
        case "counted":
            two.submit(() -> 1);
            two.getQueuedSubmissionCount();
            break;
        case "stopped":
            one.submit(() -> 1);
            one.shutdownNow();
            break;
        case "forgotten": /* threads of the common pool forget, between tasks or not */
        case "kept":
            ForkJoinPool common = ForkJoinPool.commonPool();
            common.submit(() -> depth.set(1));
            int deep = common.submit(() -> depth.get()).get();
            assert arguments[0].equals("kept") ? deep == 1 : deep == 0;
            break;
        default:
            poll(arguments[0], one, two);
        }
    }
}
