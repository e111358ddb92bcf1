/* A random program of tasks that fork and join each other, in a ForkJoinPool, made
   from a number (src/java/agent/fork_join.h).  Main prints what each task found, in
   one line, as soon as all have come to their ends: values, who ran it (a thread of
   the pool or main, the same as its parent or not), inside of which other task.

   Arguments: the kind of pool and tasks (own, common, locals, completer, futures, blocking, closing, quiet, polls), the
   first number, how many there are: one of them, whose number is printed first.  A fourth
   argument: each of them on the machine, so many times; each outcome is printed. */

import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import sett.Sett;

public class RandomForks {
    interface Step {
        String go(Node me) throws Exception;
    }

    static boolean isNative;
    static volatile int word;
    static AtomicInteger counter;
    static ForkJoinPool pool;
    static Object lock;
    static Node[] nodes;
    static String family;
    static ThreadLocal<Node> inside;
    static ThreadLocal<Integer> seen;

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

    /* What a task does, whatever kind of task it is. */
    static class Node {
        final int number;
        final List<Step> steps = new ArrayList<>();
        final List<Node> children = new ArrayList<>();
        final Set<Node> forked = new LinkedHashSet<>();
        final CompletableFuture<Integer> promise = new CompletableFuture<>();
        final BlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
        ForkJoinTask<Integer> task;
        Thread runner;
        Node around;
        volatile String said = "";

        Node(int number) {
            this.number = number;
        }

        int run() {
            Thread self = Thread.currentThread();
            Node before = inside.get();
            String all = self instanceof ForkJoinWorkerThread ? "w" : "m";
            runner = self;
            around = before;
            if (before != null)
                all += "(" + before.number + ")";
            inside.set(this);
            try {
                for (Step s : steps) {
                    pause();
                    try {
                        all += s.go(this);
                    } catch (CancellationException e) {
                        all += "C";
                    } catch (IllegalStateException e) {
                        all += "E";
                    }
                }
                for (Node child : new ArrayList<>(forked))
                    all += join(this, child);
                int ticket = counter.incrementAndGet();
                all += "." + ticket;
                return ticket;
            } catch (Exception e) {
                throw new Error(e);
            } finally {
                said = all;
                inside.set(before);
            }
        }
    }

    static class Result extends RecursiveTask<Integer> {
        final Node node;

        Result(Node node) {
            this.node = node;
        }

        protected Integer compute() {
            return node.run();
        }
    }

    /* Ends when all that it has forked has. */
    static class Completer extends CountedCompleter<Integer> {
        final Node node;

        Completer(Completer parent, Node node) {
            super(parent);
            this.node = node;
        }

        public void compute() {
            Thread self = Thread.currentThread();
            Node before = inside.get();
            node.runner = self;
            String all = self instanceof ForkJoinWorkerThread ? "w" : "m";
            if (before != null)
                all += "(" + before.number + ")";
            inside.set(node);
            try {
                for (Node child : node.children) {
                    addToPendingCount(1);
                    child.task = new Completer(this, child);
                    child.task.fork();
                }
                for (Step s : node.steps)
                    all += s.go(node);
            } catch (Exception e) {
                throw new Error(e);
            }
            inside.set(before);
            node.said = all + "." + counter.incrementAndGet();
            tryComplete();
        }

        public void onCompletion(CountedCompleter<?> caller) {
            node.said += "!" + counter.incrementAndGet();
        }
    }

    static String join(Node me, Node child) {
        me.forked.remove(child);
        pause();
        try {
            return "j" + child.task.join();
        } catch (CancellationException e) {
            return "jC";
        } catch (IllegalStateException e) {
            return "jE";
        }
    }

    /* On one that the task has forked, if there is any. */
    static Step on(int which, java.util.function.BiFunction<Node, Node, String> what) {
        return me -> {
            List<Node> all = new ArrayList<>(me.forked);
            return all.isEmpty() ? "-" : what.apply(me, all.get(which % all.size()));
        };
    }

    static Step words() {
        int n = 1 + below(2);
        switch (below(5)) {
        case 0:
        case 1:
            return me -> "=" + (word = n);
        case 2:
            return me -> "?" + word;
        case 3:
            return me -> {
                synchronized (lock) {
                    int w = word;
                    word = w + 2;
                    return "s" + w;
                }
            };
        default:
            return me -> {
                if (!hasNames)
                    return "";
                int s = seen.get();
                seen.set(s + 1);
                return "l" + s;
            };
        }
    }

    /* What a task finds in queues, and runs. */
    static class Taker extends Result {
        Taker() {
            super(null);
        }

        static ForkJoinTask<?> take(int way) {
            return way == 0 ? pollNextLocalTask() : way == 1 ? pollTask() : way == 2 ? pollSubmission() : peekNextLocalTask();
        }
    }

    static Step poll() {
        int way = below(5);
        return me -> {
            ForkJoinTask<?> found = Taker.take(way == 4 ? 1 : way);
            int number = -1;
            for (Node n : nodes)
                if (n.task == found)
                    number = n.number;
            if (found != null && way != 3)
                found.quietlyInvoke();
            return "q" + way + number;
        };
    }

    static Step about() {
        int n = below(4);
        switch (family.equals("blocking") ? 5 : below(6)) {
        case 0:
            return on(n, (me, child) -> "d" + child.task.isDone());
        case 1:
            return on(n, (me, child) -> "c" + child.task.cancel(false));
        case 2:
            return on(n, (me, child) -> {
                if (!child.task.tryUnfork())
                    return "ufalse";
                me.forked.remove(child);
                return "u" + child.task.invoke();
            });
        default:
            return on(n, (me, child) -> join(me, child));
        }
    }

    static Step fork(Node child) {
        return me -> {
            me.forked.add(child);
            if (family.equals("futures"))
                pool.execute(child.task);
            else
                child.task.fork();
            return "f";
        };
    }

    /* What the child says is waited for before it is joined. */
    static void await(Node node, Node child, int way) {
        if (way == 0) {
            child.steps.add(me -> "p" + me.promise.complete(1));
            node.steps.add(me -> "g" + child.promise.join());
        } else if (way == 1) {
            child.steps.add(me -> "o" + me.queue.offer(2));
            node.steps.add(me -> "t" + child.queue.take());
        }
    }

    /* Steps that fork the children, and others among them. */
    static void fill(Node node) {
        for (int i = 0; i < node.children.size(); i++) {
            Node child = node.children.get(i);
            if (family.equals("completer"))
                continue;
            switch (below(6)) {
            case 0:
                node.steps.add(me -> "i" + child.task.invoke());
                break;
            case 1:
                if (i + 1 < node.children.size()) {
                    Node other = node.children.get(++i);
                    node.steps.add(me -> {
                        ForkJoinTask.invokeAll(child.task, other.task);
                        return "I";
                    });
                    break;
                }
                /* fall through */
            default:
                node.steps.add(fork(child));
                if (family.equals("blocking"))
                    await(node, child, below(3));
            }
            if (family.equals("polls"))
                node.steps.add(poll());
            else if (below(3) == 0)
                node.steps.add(below(2) == 0 ? words() : about());
        }
        if (below(2) == 0)
            node.steps.add(words());
        if (below(12) == 0 && !family.equals("completer") && !family.equals("blocking"))
            node.steps.add(me -> {
                throw new IllegalStateException();
            });
    }

    static List<Node> roots;
    /* Is it told who runs what?  Threads of the common pool come and go. */
    static boolean hasNames;

    static void make(String kind, long seed) {
        family = kind;
        state = seed * 2654435761L + 1;
        for (int i = 0; i < 8; i++)
            below(2);
        word = 0;
        counter = new AtomicInteger();
        lock = new Object();
        inside = new ThreadLocal<>();
        seen = ThreadLocal.withInitial(() -> 0);
        boolean common = kind.equals("common") || kind.equals("locals")
            || (kind.equals("completer") || kind.equals("quiet")) && below(2) == 0;
        hasNames = !common || kind.equals("locals");
        int threads = 1 + below(family.equals("closing") ? 4 : 2);
        boolean fifo = below(4) == 0;
        pool = common ? ForkJoinPool.commonPool()
            : new ForkJoinPool(threads, ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, fifo,
                0, 0x7fff, 1, null, 1L << 40, TimeUnit.SECONDS);
        nodes = new Node[2 + below(3)];
        roots = new ArrayList<>();
        for (int i = 0; i < nodes.length; i++) {
            nodes[i] = new Node(i);
            if (i == 0 || below(4) == 0 && roots.size() < 2 && !kind.equals("completer"))
                roots.add(nodes[i]);
            else
                nodes[below(i)].children.add(nodes[i]);
            nodes[i].task = new Result(nodes[i]);
        }
        for (Node n : nodes)
            fill(n);
        if (kind.equals("completer"))
            nodes[0].task = new Completer(null, nodes[0]);
    }

    static String outside = "";

    /* Main: roots are submitted, in one of several ways, and waited for. */
    static void start() throws Exception {
        int way = below(4);
        outside = "";
        Thread other = null;
        if (roots.size() > 1 && below(2) == 0) {
            Node last = roots.remove(1);
            other = new Thread(() -> {
                try {
                    pool.execute(last.task);
                    last.task.quietlyJoin();
                } catch (RejectedExecutionException e) {
                    last.said = "R";
                }
            });
            other.start();
        }
        for (Node r : roots) {
            pause();
            if (pool == ForkJoinPool.commonPool() && way < 2)
                r.task.fork();
            else if (way == 2 && roots.size() == 1)
                pool.invoke(r.task);
            else
                pool.execute(r.task);
        }
        if (family.equals("closing")) {
            pause();
            pool.shutdown();
            outside += "S" + pool.isTerminated();
        }
        if (family.equals("quiet")) {
            pause();
            Sett.assume(pool.awaitQuiescence(1, TimeUnit.DAYS));
            if (other != null)
                other.join();
            return;
        }
        for (Node r : roots) {
            pause();
            outside += "d" + r.task.isDone();
            try {
                if (way % 2 == 0)
                    outside += "j" + r.task.join();
                else
                    outside += "g" + r.task.get();
            } catch (CancellationException e) {
                outside += "C";
            } catch (Error | ExecutionException | IllegalStateException e) {
                outside += "E";
            }
        }
        if (other != null)
            other.join();
        if (family.equals("closing"))
            Sett.assume(pool.awaitTermination(1, TimeUnit.DAYS));
    }

    /* Threads are told apart by nothing but which tasks they ran. */
    static String outcome() {
        List<Thread> known = new ArrayList<>();
        String all = outside;
        for (Node n : nodes) {
            Thread r = n.runner;
            if (r != null && !known.contains(r))
                known.add(r);
            all += " " + n.said + (r == null || !hasNames ? "" : "@" + known.indexOf(r));
        }
        return all + " " + word;
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
        System.out.println(outcome());
    }

    static void again(String kind, long first, int count, int runs) throws Exception {
        isNative = true;
        for (long seed = first; seed < first + count; seed++) {
            Set<String> outcomes = new TreeSet<>();
            for (int i = 0; i < runs; i++) {
                make(kind, seed);
                start();
                outcomes.add(outcome());
                pool.awaitQuiescence(1, TimeUnit.DAYS); /* what was cancelled goes on */
                if (pool != ForkJoinPool.commonPool())
                    pool.shutdown();
            }
            for (String s : outcomes)
                System.out.println(seed + ": " + s);
        }
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }
}
