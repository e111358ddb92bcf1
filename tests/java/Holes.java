/* Ways around what is watched, and what the JDK does for several threads: each a
   program whose verdict must not be stronger than what was done.  What is
   expected is in the script. */

import java.io.*;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Cleaner;
import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;
import java.util.*;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public class Holes {
    static long wide;
    interface Body {
        void run() throws Throwable;
    }

    static int n;
    int x, data;
    static Object common;
    static final VarHandle X, COMMON;
    static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);

    static {
        try {
            X = MethodHandles.lookup().findVarHandle(Holes.class, "x", int.class);
            COMMON = MethodHandles.lookup().findStaticVarHandle(Holes.class, "common", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /* The first in another thread, the second in this one; then both are done. */
    static void both(Body first, Body second) throws Throwable {
        Thread t = new Thread(() -> {
            try {
                first.run();
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        });
        t.start();
        second.run();
        t.join();
    }

    static class Point implements Cloneable, Serializable {
        int x;

        Object copy() throws CloneNotSupportedException {
            return super.clone();
        }
    }

    static class Sorter {
        static final Consumer<int[]> SORT = Arrays::sort;
    }

    static class Last {
        @Override
        protected void finalize() {
            n++;
        }
    }

    static class First1 {
        static int value = Other1.value + 1;
    }

    static class Other1 {
        static int value = First1.value + 1;
    }

    static class Above2 {
        static Object made = new Below2();
    }

    static class Below2 extends Above2 {
    }

    static class Plain3 {
        static int value = Simple3.one() + 1;

        static int twice() {
            return 2 * value;
        }
    }

    static class Simple3 {
        static int value = "a".length();

        static int one() {
            return 1;
        }

        static int use() {
            return Plain3.value;
        }
    }

    static void run(String name) throws Throwable {
        Holes h = new Holes();
        int[] shared = new int[4];
        switch (name) {
        case "element-setter": {
            MethodHandle set = MethodHandles.arrayElementSetter(int[].class);
            both(() -> set.invoke(shared, 1, 1), () -> n = shared[1]);
            break;
        }
        case "handle-of-handle": {
            MethodHandle get = X.toMethodHandle(VarHandle.AccessMode.GET);
            both(() -> h.x = 1, () -> n = (int) get.invoke(h));
            break;
        }
        case "array-set":
            both(() -> Array.setInt(shared, 1, 1), () -> n = shared[1]);
            break;
        case "array-get":
            both(() -> shared[1] = 1, () -> n = (int) Array.get(shared, 1));
            break;
        case "array-parts":
            both(() -> Array.setInt(shared, 1, 1), () -> n = Array.getInt(shared, 2));
            break;
        case "arrays-equal":
            both(() -> shared[1] = 1, () -> n = Arrays.equals(new int[4], shared) ? 1 : 0);
            break;
        case "reference": {
            both(() -> Sorter.SORT.accept(shared), () -> n = shared[1]);
            break;
        }
        case "mixed": // plain, and volatile by the handle
            both(() -> h.x = 1, () -> n = (int) X.getVolatile(h));
            break;
        case "mixed-set":
            both(() -> n = h.x, () -> X.compareAndSet(h, 0, 1));
            break;
        case "mixed-element":
            both(() -> shared[1] = 1, () -> n = (int) ELEMENT.getVolatile(shared, 1));
            break;
        case "plain-handle":
            both(() -> X.set(h, 1), () -> n = (int) X.get(h));
            break;
        case "volatile-handle":
            both(() -> X.setVolatile(h, 1), () -> n = (int) X.getVolatile(h));
            break;
        case "static-handle":
            both(() -> COMMON.setVolatile(h), () -> { assert COMMON.getVolatile() == null; });
            break;
        case "failed-set":
            both(() -> n = h.x, () -> X.compareAndSet(h, 1, 2));
            break;
        case "converted": // the JDK sets up what it needs for another type, once
            VarHandle wide = MethodHandles.lookup().findStaticVarHandle(Holes.class, "wide", long.class);
            both(() -> { if ((int) X.getVolatile(h) == 1) wide.setOpaque(1); },
                 () -> { X.setVolatile(h, 1); X.setVolatile(h, 2); });
            break;
        case "published":
            both(() -> { h.data = 7; X.setRelease(h, 1); },
                 () -> { assert (int) X.getAcquire(h) == 0 || h.data == 7; });
            break;
        case "half-ordered": // acquires, and does not release
            both(() -> { h.data = 7; X.getAndAddAcquire(h, 1); },
                 () -> { if ((int) X.getVolatile(h) == 1) n = h.data; });
            break;
        case "overwritten": // the value that was released is gone
            both(() -> { h.data = 7; X.setRelease(h, 1); X.setOpaque(h, 2); },
                 () -> { if ((int) X.getAcquire(h) == 2) n = h.data; });
            break;
        case "list-set": {
            List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
            both(() -> list.set(1, 5), () -> n = list.get(1));
            break;
        }
        case "list-loop": {
            List<Integer> list = new ArrayList<>();
            list.add(1);
            both(() -> list.set(0, 5), () -> { for (int i : list) n = i; });
            break;
        }
        case "list-elements": {
            List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
            both(() -> list.set(1, 5), () -> n = list.get(2));
            break;
        }
        case "as-list": {
            List<Integer> list = Arrays.asList(1, 2, 3);
            both(() -> list.set(1, 5), () -> n = list.get(1));
            break;
        }
        case "collected": { // made by the JDK
            List<Integer> list = IntStream.range(0, 3).boxed().collect(Collectors.toList());
            both(() -> list.set(1, 5), () -> n = list.get(1));
            break;
        }
        case "map-value": {
            Map<String, Integer> map = new HashMap<>();
            map.put("a", 1);
            both(() -> map.put("a", 2), () -> n = map.get("a"));
            break;
        }
        case "map-copied": {
            Map<String, Integer> map = new TreeMap<>(Map.of("a", 1));
            both(() -> map.put("a", 2), () -> n = map.get("a"));
            break;
        }
        case "map-views": {
            Map<String, Integer> map = new HashMap<>(Map.of("a", 1));
            both(() -> map.keySet().size(), () -> n = map.keySet().size());
            break;
        }
        case "map-locked": {
            Map<String, Integer> map = new HashMap<>(Map.of("a", 1));
            both(() -> { synchronized (map) { map.put("a", 2); } },
                 () -> { synchronized (map) { n = map.get("a"); } });
            break;
        }
        case "bits": {
            BitSet bits = new BitSet(8);
            bits.set(1);
            both(() -> bits.set(2), () -> n = bits.get(3) ? 1 : 0);
            break;
        }
        case "enums": {
            Set<TimeUnit> set = EnumSet.noneOf(TimeUnit.class);
            both(() -> set.add(TimeUnit.DAYS), () -> n = set.size());
            break;
        }
        case "builder": {
            StringBuilder b = new StringBuilder();
            both(() -> b.append("a"), () -> b.append("b"));
            break;
        }
        case "builder-char": {
            StringBuilder b = new StringBuilder("ab");
            both(() -> b.setCharAt(0, 'x'), () -> n = b.charAt(0));
            break;
        }
        case "builder-read": {
            StringBuilder b = new StringBuilder("ab");
            both(() -> b.charAt(0), () -> n = b.length());
            break;
        }
        case "builder-mine":
            both(() -> new StringBuilder().append("a").append(1).reverse(),
                 () -> n = new StringBuilder("b").append(2).length());
            break;
        case "clone": {
            Point p = new Point();
            both(() -> p.x = 1, () -> p.copy());
            break;
        }
        case "serial": {
            Point p = new Point();
            both(() -> p.x = 1, () -> new ObjectOutputStream(new ByteArrayOutputStream()).writeObject(p));
            break;
        }
        case "finalizer":
            new Last();
            break;
        case "cleaner":
            Cleaner.create().register(new Object(), () -> n++);
            break;
        case "weak":
            n = new WeakReference<>(h).get() == null ? 1 : 0;
            break;
        case "cycle":
            both(() -> { int v = First1.value; }, () -> { int v = Other1.value; });
            break;
        case "cycle-above":
            both(() -> new Below2(), () -> { Object o = Above2.made; });
            break;
        case "no-cycle":
            both(() -> Plain3.twice(), () -> Simple3.use());
            break;
        case "locale":
            Locale.setDefault(Locale.ROOT);
            break;
        case "bytes": {
            ByteArrayOutputStream o = new ByteArrayOutputStream();
            both(() -> o.write(1), () -> o.write(2));
            break;
        }
        case "pipe": {
            PipedInputStream in = new PipedInputStream();
            PipedOutputStream out = new PipedOutputStream(in);
            both(() -> out.write(3), () -> out.write(3));
            assert in.read() == 3;
            break;
        }
        case "timer": {
            Timer t = new Timer(true);
            both(() -> { }, () -> t.schedule(new TimerTask() {
                public void run() {
                    t.cancel();
                }
            }, 5));
            break;
        }
        case "thread-local": {
            ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> 1);
            both(() -> local.set(2), () -> { assert local.get() == 1; });
            break;
        }
        case "sockets": { // both ends here: who waits must not stop the others
            ServerSocket server = new ServerSocket(0);
            both(() -> new Socket("localhost", server.getLocalPort()).getOutputStream().write(1),
                 () -> n = server.accept().getInputStream().read());
            break;
        }
        case "datagrams": {
            DatagramSocket socket = new DatagramSocket(0);
            both(() -> { }, () -> socket.receive(new DatagramPacket(new byte[4], 4)));
            break;
        }
        case "channels": {
            ServerSocketChannel server = ServerSocketChannel.open();
            server.bind(null);
            both(() -> { }, () -> server.accept());
            break;
        }
        case "nio-pipe": {
            Pipe p = Pipe.open();
            both(() -> p.sink().write(ByteBuffer.allocate(1)),
                 () -> p.source().read(ByteBuffer.allocate(1)));
            break;
        }
        case "selector":
            Selector.open().select();
            break;
        case "parallel":
            n = IntStream.range(0, 4).parallel().sum();
            break;
        case "pool": // of the JDK's own, again and again
            both(() -> n = CompletableFuture.supplyAsync(() -> 1).get(), () -> { });
            break;
        case "delayed":
            new CompletableFuture<Integer>().orTimeout(1, TimeUnit.SECONDS);
            break;
        case "interned":
            both(() -> { synchronized ("a") { synchronized ("b") { n++; } } },
                 () -> { synchronized ("b") { synchronized ("a") { n++; } } });
            break;
        case "stop":
            both(() -> { }, () -> Thread.currentThread().getThreadGroup().activeCount());
            break;
        case "input":
            both(() -> { }, () -> { assert System.in.read() == 'i'; });
            break;
        case "closed": // what one execution closes is open in the next
            both(() -> { synchronized (Holes.class) { } }, () -> { synchronized (Holes.class) { } });
            try (Scanner in = new Scanner(System.in)) {
                assert in.nextLine().equals("input");
            }
            System.out.println("out");
            assert !System.out.checkError() && !System.err.checkError();
            new FileOutputStream(FileDescriptor.out).write('x');
            System.out.close();
            System.err.close();
            break;
        default:
            throw new IllegalArgumentException(name);
        }
    }

    public static void main(String[] args) throws Throwable {
        run(args[0]);
    }
}
