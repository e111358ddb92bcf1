/* Programs that run as processes of a system: the first argument says which. */

import java.io.*;
import java.net.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

public class Peers {
    static final int PORT = 7000;
    static int count; /* each process has its own */
    static final Object lock = new Object();

    static void check(boolean holds, String text) {
        if (!holds)
            throw new AssertionError(text);
    }

    /* Waits for the server, some three times; then there is none. */
    static Socket connect() throws IOException {
        for (int i = 0;; i++)
            try {
                return new Socket("127.0.0.1", PORT);
            } catch (ConnectException e) {
                if (i == 1)
                    System.exit(0);
                Thread.yield();
            }
    }

    static Socket accept(ServerSocket door) throws IOException {
        return door.accept();
    }

    static void start(Runnable r) {
        new Thread(r).start();
    }

    static void sync(Runnable r) {
        r.run();
    }

    static int read(Socket s) throws IOException {
        return s.getInputStream().read();
    }

    static void write(Socket s, int value) throws IOException {
        s.getOutputStream().write(value);
    }

    /* What a virtual machine has once, and both processes change. */
    static void own(String[] a) throws Exception {
        check(System.getProperty("peer") == null, "property");
        System.setProperty("peer", a[1]);
        check(a[1].equals(System.getProperty("given")), "-D");
        check(a[1].equals(System.getenv("PEER")), "variable");
        check(a[1].equals(System.getenv().get("PEER")), "all variables");
        check("both".equals(System.getenv("SHARED")), "common variable");
        Thread t = new Thread(() -> count++);
        check(t.getName().equals("Thread-0"), "name of a thread: " + t.getName());
        long id = t.getId() - Thread.currentThread().getId();
        check(id == 1, "id of a thread: " + id);
        check(new Scanner(System.in).nextLine().equals("line of " + a[1]), "input");
        PrintStream before = System.out;
        System.setOut(new PrintStream(new ByteArrayOutputStream()));
        Thread.setDefaultUncaughtExceptionHandler((x, e) -> count += 10);
        double first = Math.random();
        Collections.shuffle(new ArrayList<>(List.of(1, 2, 3)));
        String pooled = Executors.defaultThreadFactory().newThread(() -> { }).getName();
        check(pooled.equals("pool-1-thread-1"), "name of a pool: " + pooled);
        check(new Thread().getName().equals("Thread-1"), "name of the next thread");
        ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> 7);
        check(local.get() == 7, "thread local");
        DatagramPacket p = new DatagramPacket(new byte[1], 1, InetAddress.getLoopbackAddress(), PORT);
        if (a[1].equals("one")) /* now the other one does all that */
            new DatagramSocket(PORT).receive(p);
        else
            new DatagramSocket().send(p);
        check(new Thread().getName().equals("Thread-2"), "name of the last thread");
        check(a[1].equals(System.getProperty("peer")), "own property");
        check(System.out != before, "output");
        System.setOut(before);
        check(count == 0, "static field");
        System.out.println(first + " " + Math.random());
    }

    public static void main(String[] a) throws Exception {
        switch (a[0]) {
        case "own":
            own(a);
            break;
        case "fin-server": { /* ends without closing anything */
            ServerSocket door = new ServerSocket(PORT);
            Socket s = accept(door);
            write(s, 5);
            check(read(s) == 6, "first byte");
            System.exit(0);
        }
        case "fin-client": {
            Socket s = connect();
            write(s, 6);
            check(read(s) == 5 && read(s) == -1, "end of stream");
            break;
        }
        case "hook-server": { /* what a hook of the other process says */
            ServerSocket door = new ServerSocket(PORT);
            Socket s = accept(door);
            check(read(s) == 6 && read(s) == -1, "the hook's byte");
            break;
        }
        case "hook-client": {
            Socket s = connect();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                try {
                    write(s, 6);
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            }));
            if (a.length > 1)
                System.exit(0);
            break;
        }
        case "rst-server": { /* something is left unread */
            ServerSocket door = new ServerSocket(PORT);
            Socket s = accept(door);
            check(read(s) == 6, "first byte");
            break;
        }
        case "rst-client": {
            Socket s = connect();
            s.getOutputStream().write(new byte[] {6, 7});
            try {
                read(s);
                check(false, "no reset");
            } catch (SocketException e) {
                System.out.println(e.getMessage());
            }
            break;
        }
        case "deaf-server": { /* never accepts */
            ServerSocket door = new ServerSocket(PORT);
            System.out.println("gone");
            System.exit(0);
        }
        case "deaf-client": {
            Socket s = connect();
            try {
                check(read(s) == -2, "no reset");
            } catch (SocketException e) {
                System.out.println(e.getMessage());
            }
            break;
        }
        case "leaving-server": { /* another thread ends it, sooner or later */
            ServerSocket door = new ServerSocket(PORT);
            Socket s = accept(door);
            start(() -> System.exit(0));
            write(s, 1);
            write(s, 2);
            Thread.sleep(1);
            synchronized (lock) {
                lock.wait();
            }
            break;
        }
        case "leaving-client": {
            Socket s = connect();
            StringBuilder got = new StringBuilder();
            for (int b; (b = read(s)) >= 0;)
                got.append(b);
            System.out.println("got " + got);
            break;
        }
        case "daemon-server": { /* its last thread ends, and takes a daemon with it */
            ServerSocket door = new ServerSocket(PORT);
            Socket s = accept(door);
            Thread t = new Thread(() -> {
                try {
                    read(s);
                } catch (IOException e) {
                    throw new RuntimeException(e);
                }
            });
            t.setDaemon(true);
            t.start();
            break;
        }
        case "daemon-client": {
            Socket s = connect();
            check(read(s) == -1, "end of stream");
            break;
        }
        case "literal": /* one object in this virtual machine, one for each elsewhere */
            synchronized ("literal") {
                count++;
            }
            break;
        case "class-of-jdk":
            synchronized (Integer.class) {
                count++;
            }
            break;
        case "own-class": { /* two threads each: four orders */
            Thread t = new Thread(() -> {
                synchronized (Peers.class) {
                    count++;
                }
            });
            t.start();
            synchronized (Peers.class) {
                count += 2;
            }
            t.join();
            check(count == 3, "sum");
            break;
        }
        case "printing": { /* a lock that everybody uses */
            Thread t = new Thread(() -> {
                synchronized (System.out) {
                    count++;
                }
            });
            t.start();
            synchronized (System.out) {
                count++;
            }
            t.join();
            break;
        }
        case "both-read": {
            ServerSocket door = new ServerSocket(PORT + 1);
            Socket s = a[1].equals("server") ? accept(new ServerSocket(PORT)) : connect();
            read(s);
            break;
        }
        case "read-server": {
            Socket s = accept(new ServerSocket(PORT));
            read(s);
            break;
        }
        case "read-client": {
            Socket s = connect();
            read(s);
            break;
        }
        case "self-lock": {
            Object other = new Object();
            Thread t = new Thread(() -> {
                synchronized (other) {
                    synchronized (lock) {
                        count++;
                    }
                }
            });
            t.start();
            synchronized (lock) {
                synchronized (other) {
                    count++;
                }
            }
            break;
        }
        case "nothing":
            break;
        case "racing": {
            Thread t = new Thread(() -> count++);
            t.start();
            count++;
            t.join();
            break;
        }
        case "status-server": {
            ServerSocket door = new ServerSocket(PORT);
            break;
        }
        case "status-client":
            try {
                new Socket("127.0.0.1", PORT);
            } catch (ConnectException e) {
                System.exit(3);
            }
            break;
        case "exit":
            System.exit(Integer.parseInt(a[1]));
        case "bind":
            new ServerSocket(PORT);
            accept(new ServerSocket(PORT + Integer.parseInt(a[1])));
            break;
        case "bind-again": /* free when the other one has ended */
            try {
                new ServerSocket(PORT);
                System.out.println("bound");
            } catch (BindException e) {
                System.out.println("taken");
            }
            break;
        case "handler": /* of this process only */
            Thread.setDefaultUncaughtExceptionHandler((t, e) -> count++);
            new DatagramSocket(PORT);
            throw new IllegalStateException("mine");
        case "thrower":
            new DatagramSocket(PORT + 1);
            throw new IllegalStateException("not caught");
        case "receiver": {
            DatagramSocket d = new DatagramSocket(PORT);
            DatagramPacket p = new DatagramPacket(new byte[4], 4);
            d.receive(p);
            System.out.println("got " + p.getData()[0] + " from " + (p.getPort() > 49151));
            break;
        }
        case "sender": {
            DatagramSocket d = new DatagramSocket();
            byte[] b = {Byte.parseByte(a[1])};
            d.send(new DatagramPacket(b, 1, InetAddress.getLoopbackAddress(), PORT));
            break;
        }
        case "first-static": /* an initialiser that talks to the other process */
            System.out.println(Talks.said);
            break;
        case "talks-to": {
            Socket s = connect();
            write(s, 9);
            break;
        }
        case "pooled": {
            int sum = java.util.stream.IntStream.range(0, 4).parallel().sum();
            check(sum == 6, "sum");
            break;
        }
        case "many": { /* threads of all processes together */
            for (int i = 0; i < 40; i++)
                start(() -> { });
            break;
        }
        default:
            throw new IllegalArgumentException(a[0]);
        }
    }

    static class Talks {
        static int said;
        static {
            try {
                said = read(accept(new ServerSocket(PORT)));
            } catch (IOException e) {
                throw new ExceptionInInitializerError(e);
            }
        }
    }
}
