/* Channels and selectors of threads in one virtual machine: each argument is a
   program, and check says what is expected of it. */

import java.io.*;
import java.net.*;
import java.nio.*;
import java.nio.channels.*;
import java.util.*;
import java.util.concurrent.*;

public class Channels {
    static final int PORT = 7000;
    static final InetSocketAddress AT = new InetSocketAddress("127.0.0.1", PORT);

    interface Body {
        void run() throws Exception;
    }

    static Thread start(String name, Body body) {
        Thread t = new Thread(() -> {
            try {
                body.run();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }, name);
        t.start();
        return t;
    }

    static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes());
    }

    static String text(ByteBuffer b) {
        b.flip();
        byte[] got = new byte[b.remaining()];
        b.get(got);
        return new String(got);
    }

    static String read(ReadableByteChannel c, int count) throws IOException {
        ByteBuffer b = ByteBuffer.allocate(count);
        while (b.hasRemaining() && c.read(b) >= 0)
            continue;
        return text(b);
    }

    static ServerSocketChannel listen() throws IOException {
        return ServerSocketChannel.open().bind(AT);
    }

    static SocketChannel hasty(Selector selector) throws IOException {
        SocketChannel c = SocketChannel.open();
        c.configureBlocking(false);
        c.register(selector, SelectionKey.OP_CONNECT);
        assert !c.connect(AT);
        return c;
    }

    interface End {
        void run(SocketChannel c) throws Exception;
    }

    static void pair(End server, End client) throws Exception {
        try (ServerSocketChannel door = listen()) {
            Thread t = start("server", () -> server.run(door.accept()));
            client.run(SocketChannel.open(AT));
            t.join();
        }
    }

    static void expect(Class<? extends Exception> wanted, Body body) {
        try {
            body.run();
        } catch (Exception e) {
            if (wanted.isInstance(e))
                return;
            throw new AssertionError("another exception: " + e);
        }
        throw new AssertionError("no exception");
    }

    /* Both wait for the other one to speak. */
    static void bothRead() throws Exception {
        pair(c -> read(c, 1), c -> read(c, 1));
    }

    static void echo() throws Exception {
        pair(c -> {
            c.write(bytes(read(c, 5)));
            assert c.read(ByteBuffer.allocate(1)) == -1;
            c.close();
        }, c -> {
            c.write(bytes("hel"));
            c.write(bytes("lo"));
            assert read(c, 5).equals("hello");
            c.close();
        });
    }

    /* What has come so far is not all. */
    static void shortRead() throws Exception {
        pair(c -> {
            c.write(bytes("hel"));
            c.write(bytes("lo"));
            c.close();
        }, c -> {
            ByteBuffer b = ByteBuffer.allocate(5);
            c.read(b);
            assert b.position() == 5;
        });
    }

    static void scattered() throws Exception {
        pair(c -> {
            c.write(new ByteBuffer[] {bytes("he"), bytes("llo")});
            c.shutdownOutput();
            assert c.read(ByteBuffer.allocate(1)) == -1;
        }, c -> {
            ByteBuffer[] two = {ByteBuffer.allocate(3), ByteBuffer.allocate(4)};
            long n = 0, got;
            while ((got = c.read(two)) >= 0)
                n += got;
            assert n == 5 && text(two[0]).equals("hel") && text(two[1]).equals("lo");
            c.close();
        });
    }

    /* More than there is room for: the writer waits, and writes everything. */
    static void large() throws Exception {
        pair(c -> {
            int n = c.write(ByteBuffer.allocateDirect(100000));
            assert n == 100000;
            c.close();
        }, c -> {
            ByteBuffer b = ByteBuffer.allocateDirect(100000);
            while (c.read(b) > 0)
                continue;
            assert b.position() == 100000;
            c.close();
        });
    }

    /* Two readers of one channel: each gets as much as it has asked for itself. */
    static void twoSizes() throws Exception {
        try (ServerSocketChannel door = listen()) {
            SocketChannel client = SocketChannel.open(AT), server = door.accept();
            server.configureBlocking(false);
            client.write(bytes("four"));
            int[] got = new int[2];
            Thread large = start("large", () -> got[0] = server.read(ByteBuffer.allocate(4)));
            Thread small = start("small", () -> got[1] = server.read(ByteBuffer.allocate(1)));
            large.join();
            small.join();
            assert got[0] == 4 && got[1] == 0 || got[0] == 3 && got[1] == 1 : got[0] + " " + got[1];
        }
    }

    /* One that reads little while another one waits for room. */
    static void readWhileWriting() throws Exception {
        pair(c -> {
            Thread t = start("writer", () -> c.write(ByteBuffer.allocate(100000)));
            assert read(c, 1).equals("x");
            t.join();
            c.close();
        }, c -> {
            c.write(bytes("x"));
            ByteBuffer b = ByteBuffer.allocate(200000);
            while (c.read(b) > 0)
                continue;
            assert b.position() == 100000 : b.position();
        });
    }

    /* Two that write more than there is room for. */
    static void largeTwo() throws Exception {
        Pipe p = Pipe.open();
        for (int i = 0; i < 2; i++)
            start("writer " + i, () -> p.sink().write(ByteBuffer.allocate(70000)));
        ByteBuffer b = ByteBuffer.allocate(140000);
        while (b.hasRemaining())
            p.source().read(b);
    }

    /* Without waiting, only as much as there is room for. */
    static void partial(boolean careful) throws Exception {
        pair(c -> {
            ByteBuffer b = ByteBuffer.allocate(100000);
            c.configureBlocking(false);
            try (Selector selector = Selector.open()) {
                c.register(selector, SelectionKey.OP_WRITE);
                do {
                    selector.select();
                    selector.selectedKeys().clear();
                    c.write(b);
                } while (careful && b.hasRemaining());
            }
            assert !b.hasRemaining() : "something was not written";
            c.close();
        }, c -> {
            ByteBuffer b = ByteBuffer.allocate(100000);
            while (c.read(b) > 0)
                continue;
            c.close();
        });
    }

    static void refused() throws Exception {
        expect(ConnectException.class, () -> SocketChannel.open(AT));
        Selector selector = Selector.open();
        SocketChannel c = hasty(selector);
        assert selector.select() == 1;
        assert selector.selectedKeys().iterator().next().isConnectable();
        expect(ConnectException.class, () -> c.finishConnect());
        assert !c.isOpen();
        selector.close();
    }

    /* A connection that nobody has finished is none. */
    static void hasty(boolean finishes) throws Exception {
        try (ServerSocketChannel door = listen(); Selector selector = Selector.open()) {
            Thread t = start("server", () -> door.accept().write(bytes("x")));
            SocketChannel c = hasty(selector);
            selector.select();
            if (finishes)
                assert c.finishConnect();
            c.write(bytes("x"));
            t.join();
            c.close();
        }
    }

    /* Another thread closes a channel, or interrupts who waits there. */
    static void closed() throws Exception {
        ServerSocketChannel door = listen();
        Thread t = start("server", () -> expect(ClosedChannelException.class, door::accept));
        door.close();
        t.join();
        assert !door.isOpen();
    }

    /* It may have begun to wait before that, or not. */
    static void closedEarly(Class<? extends Exception> wanted) throws Exception {
        pair(c -> { }, c -> {
            Thread t = start("reader", () -> expect(wanted, () -> c.read(ByteBuffer.allocate(1))));
            c.close();
            t.join();
        });
    }

    static void closedAsync() throws Exception {
        pair(c -> { }, c -> {
            Thread t = start("reader", () -> {
                try {
                    c.read(ByteBuffer.allocate(1));
                } catch (AsynchronousCloseException e) {
                    throw new IllegalStateException("it was there before");
                } catch (ClosedChannelException e) {
                }
            });
            c.close();
            t.join();
        });
    }

    static void interrupted() throws Exception {
        pair(c -> {
            assert c.read(ByteBuffer.allocate(1)) == -1;
        }, c -> {
            Thread t = start("reader", () -> {
                expect(ClosedByInterruptException.class, () -> c.read(ByteBuffer.allocate(1)));
                assert Thread.interrupted();
            });
            t.interrupt();
            t.join();
            assert !c.isOpen();
        });
    }

    /* Two wait for one byte: the second is not interrupted while the first one
       waits. */
    static void interruptedTwo() throws Exception {
        Pipe p = Pipe.open();
        Body reading = () -> {
            try {
                p.source().read(ByteBuffer.allocate(1));
            } catch (ClosedChannelException e) {
            }
        };
        Thread one = start("one", reading), two = start("two", reading);
        two.interrupt();
        one.join();
        two.join();
    }

    /* Who wants to change the mode waits for who waits there. */
    static void configured() throws Exception {
        Pipe p = Pipe.open();
        Thread t = start("reader", () -> p.source().read(ByteBuffer.allocate(1)));
        p.source().configureBlocking(false);
        p.sink().write(bytes("x"));
        t.join();
    }

    static void pipe() throws Exception {
        Pipe p = Pipe.open();
        Thread t = start("writer", () -> {
            p.sink().write(bytes("hello"));
            p.sink().close();
        });
        assert read(p.source(), 9).equals("hello");
        t.join();
        p.source().close();
    }

    static void pipeBroken() throws Exception {
        Pipe p = Pipe.open();
        p.source().close();
        expect(IOException.class, () -> p.sink().write(bytes("x")));
        p.sink().close();
        Pipe.open().source().read(ByteBuffer.allocate(1)); /* nobody writes */
    }

    static void datagrams(boolean connected) throws Exception {
        DatagramChannel a = DatagramChannel.open().bind(AT);
        Thread t = start("sender", () -> {
            DatagramChannel b = DatagramChannel.open();
            if (connected)
                b.connect(AT).write(bytes("one"));
            else
                b.send(bytes("one"), AT);
            ByteBuffer got = ByteBuffer.allocate(9);
            if (connected)
                b.read(got);
            else
                b.receive(got);
            assert text(got).equals("two");
            b.close();
        });
        ByteBuffer got = ByteBuffer.allocate(9);
        SocketAddress from = a.receive(got);
        assert text(got).equals("one");
        a.send(bytes("two"), from);
        t.join();
        a.close();
    }

    /* Datagrams of two senders come in any order. */
    static void datagramOrder() throws Exception {
        DatagramChannel a = DatagramChannel.open().bind(AT);
        for (String word : new String[] {"a", "b"})
            start(word, () -> DatagramChannel.open().send(bytes(word), AT));
        ByteBuffer got = ByteBuffer.allocate(9);
        a.receive(got);
        a.receive(got);
        assert text(got).equals("ab");
    }

    /* A server of one thread: what it has read it sends back. */
    static void serve(int clients, boolean removes, boolean closes) throws Exception {
        Selector selector = Selector.open();
        ServerSocketChannel door = listen();
        door.configureBlocking(false);
        door.register(selector, SelectionKey.OP_ACCEPT);
        for (int i = 0; i < clients; i++)
            start("client " + i, () -> {
                try (SocketChannel c = SocketChannel.open(AT)) {
                    c.write(bytes("x"));
                    assert read(c, 1).equals("x");
                }
            });
        for (int served = 0; served < clients;) {
            selector.select();
            for (Iterator<SelectionKey> i = selector.selectedKeys().iterator(); i.hasNext();) {
                SelectionKey k = i.next();
                if (removes)
                    i.remove();
                if (k.isAcceptable()) {
                    SocketChannel c = door.accept();
                    c.configureBlocking(false);
                    c.register(selector, SelectionKey.OP_READ);
                } else if (k.isReadable()) {
                    SocketChannel c = (SocketChannel) k.channel();
                    ByteBuffer b = ByteBuffer.allocate(4);
                    if (c.read(b) < 0) {
                        if (closes)
                            c.close();
                        else
                            k.cancel();
                        served++;
                    } else {
                        b.flip();
                        c.write(b);
                    }
                }
            }
        }
        door.close();
        selector.close();
    }

    /* What is ready comes in any order. */
    static void keyOrder() throws Exception {
        Selector selector = Selector.open();
        Pipe[] pipes = {Pipe.open(), Pipe.open()};
        for (Pipe p : pipes) {
            p.source().configureBlocking(false);
            p.source().register(selector, SelectionKey.OP_READ, p);
            p.sink().write(bytes("x"));
        }
        selector.select();
        assert selector.selectedKeys().iterator().next().attachment() == pipes[0];
    }

    /* A thread that waits for what it has registered itself hears of nothing
       else: others have to wake it up. */
    static void registered(boolean wakes) throws Exception {
        Selector selector = Selector.open();
        Pipe p = Pipe.open();
        p.source().configureBlocking(false);
        Thread t = start("selecting", () -> {
            while (selector.select() == 0)
                continue;
        });
        p.sink().write(bytes("x"));
        p.source().register(selector, SelectionKey.OP_READ);
        if (wakes)
            selector.wakeup();
        t.join();
        selector.close();
    }

    /* Interest that another thread changes. */
    static void interest(boolean wakes) throws Exception {
        Selector selector = Selector.open();
        Pipe p = Pipe.open();
        p.source().configureBlocking(false);
        SelectionKey key = p.source().register(selector, 0);
        p.sink().write(bytes("x"));
        Thread t = start("selecting", () -> {
            while (selector.select() == 0)
                continue;
        });
        key.interestOps(SelectionKey.OP_READ);
        if (wakes)
            selector.wakeup();
        t.join();
    }

    /* Tasks for a loop: to look at the queue and then to wake up is too early. */
    static void tasks(boolean early) throws Exception {
        Selector selector = Selector.open();
        Queue<String> tasks = new ConcurrentLinkedQueue<>();
        Thread t = start("loop", () -> {
            while (tasks.poll() == null)
                selector.select();
        });
        if (early)
            selector.wakeup();
        tasks.add("task");
        if (!early)
            selector.wakeup();
        t.join();
    }

    static void closedSelector() throws Exception {
        Selector selector = Selector.open();
        Thread t = start("loop", () -> {
            try {
                while (selector.isOpen())
                    selector.select();
            } catch (ClosedSelectorException e) {
            }
        });
        selector.close();
        t.join();
        expect(ClosedChannelException.class, () -> {
            SocketChannel c = SocketChannel.open();
            c.close();
            c.register(selector, 0);
        });
    }

    static void interruptedSelector() throws Exception {
        Selector selector = Selector.open();
        Thread t = start("loop", () -> {
            selector.select();
            assert Thread.interrupted();
        });
        t.interrupt();
        t.join();
    }

    static void timeout() throws Exception {
        Selector selector = Selector.open();
        Pipe p = Pipe.open();
        p.source().configureBlocking(false);
        p.source().register(selector, SelectionKey.OP_READ);
        start("writer", () -> p.sink().write(bytes("x")));
        assert selector.select(1000) == 1 : "out of time";
    }

    /* One who waits for the next client, and one who has forgotten to. */
    static void rests(boolean registers) throws Exception {
        Selector selector = Selector.open();
        ServerSocketChannel door = listen();
        door.configureBlocking(false);
        if (registers)
            door.register(selector, SelectionKey.OP_ACCEPT);
        selector.select();
    }

    /* The port is free when the selector has heard that its channel is closed. */
    static void lateClose(boolean selects) throws Exception {
        Selector selector = Selector.open();
        ServerSocketChannel door = listen();
        door.configureBlocking(false);
        door.register(selector, SelectionKey.OP_ACCEPT);
        door.close();
        if (selects)
            selector.selectNow();
        listen().close();
    }

    /* What was written happens before what whoever has read it does. */
    static int shared;

    static void ordered(boolean inOrder) throws Exception {
        Pipe p = Pipe.open();
        Thread t = start("writer", () -> {
            if (inOrder)
                shared = 1;
            p.sink().write(bytes("x"));
            if (!inOrder)
                shared = 1;
        });
        read(p.source(), 1);
        assert shared == 1 || !inOrder;
        t.join();
    }

    static void streams() throws Exception {
        pair(c -> java.nio.channels.Channels.newOutputStream(c).write("hello".getBytes()), c -> {
            byte[] got = java.nio.channels.Channels.newInputStream(c).readNBytes(5);
            assert new String(got).equals("hello");
        });
    }

    static void options() throws Exception {
        SocketChannel c = SocketChannel.open();
        c.setOption(StandardSocketOptions.TCP_NODELAY, true);
        c.setOption(StandardSocketOptions.SO_LINGER, 0);
        assert c.getOption(StandardSocketOptions.TCP_NODELAY);
        assert c.getOption(StandardSocketOptions.SO_LINGER) == 0;
        assert !c.getOption(StandardSocketOptions.SO_KEEPALIVE);
        ServerSocketChannel door = ServerSocketChannel.open();
        door.setOption(StandardSocketOptions.SO_REUSEADDR, true);
        door.socket().bind(AT);
        assert ((InetSocketAddress) door.getLocalAddress()).getPort() == PORT;
        c.connect(AT);
        assert c.getRemoteAddress().equals(AT);
        c.close();
        expect(IOException.class, () -> door.accept().read(ByteBuffer.allocate(1)));
    }

    /* One who waits in vain at the end could have been in time. */
    static void inTime() throws Exception {
        Selector selector = Selector.open();
        Pipe p = Pipe.open();
        p.source().configureBlocking(false);
        p.source().register(selector, SelectionKey.OP_READ);
        p.sink().write(bytes("x"));
        start("reader", () -> p.source().read(ByteBuffer.allocate(1)));
        Thread t = new Thread(() -> {
            try {
                selector.select();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            throw new IllegalStateException("it was in time");
        }, "loop");
        t.setDaemon(true);
        t.start();
    }

    static void action() throws Exception {
        Selector selector = Selector.open();
        selector.selectNow(k -> { });
    }

    static void locked() throws Exception {
        Selector selector = Selector.open();
        Thread t = start("loop", () -> selector.select());
        selector.wakeup();
        synchronized (selector) {
            t.join();
        }
    }

    static void twoSelect() throws Exception {
        Selector selector = Selector.open();
        Thread t = start("loop", () -> selector.select());
        selector.wakeup();
        selector.selectNow();
        selector.wakeup();
        t.join();
    }

    static void asSocket() throws Exception {
        pair(c -> {
            c.socket().getOutputStream().write("hello".getBytes());
            c.socket().getOutputStream().write(new byte[1000]);
            c.socket().close();
        }, c -> {
            InputStream in = c.socket().getInputStream();
            assert new String(in.readNBytes(5)).equals("hello");
            assert in.readAllBytes().length == 1000;
            assert in.available() == 0 && c.socket().getPort() == PORT;
        });
    }

    static void socketTimeout() throws Exception {
        try (ServerSocketChannel door = listen()) {
            Socket s = new Socket();
            Thread t = start("client", () -> s.connect(AT, 100));
            door.socket().setSoTimeout(10);
            Socket other = null;
            while (other == null)
                try {
                    other = door.socket().accept();
                } catch (SocketTimeoutException e) {
                    t.join();
                }
            Socket last = other;
            last.setSoTimeout(5);
            expect(SocketTimeoutException.class, () -> last.getInputStream().read());
            SocketChannel c = SocketChannel.open();
            c.socket().connect(AT, 100);
            assert c.isConnected();
            c.close();
            t.join();
        }
    }

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
        case "both-read": bothRead(); break;
        case "echo": echo(); break;
        case "short-read": shortRead(); break;
        case "scattered": scattered(); break;
        case "large": large(); break;
        case "large-two": largeTwo(); break;
        case "two-sizes": twoSizes(); break;
        case "read-while-writing": readWhileWriting(); break;
        case "partial": partial(false); break;
        case "partial-careful": partial(true); break;
        case "refused": refused(); break;
        case "hasty": hasty(false); break;
        case "finished": hasty(true); break;
        case "closed": closed(); break;
        case "closed-any": closedEarly(ClosedChannelException.class); break;
        case "closed-async": closedAsync(); break;
        case "closed-early": closedEarly(AsynchronousCloseException.class); break;
        case "interrupted": interrupted(); break;
        case "interrupted-two": interruptedTwo(); break;
        case "configured": configured(); break;
        case "pipe": pipe(); break;
        case "pipe-broken": pipeBroken(); break;
        case "datagrams": datagrams(false); break;
        case "datagrams-connected": datagrams(true); break;
        case "datagram-order": datagramOrder(); break;
        case "server": serve(1, true, true); break;
        case "two-clients": serve(2, true, true); break;
        case "not-removed": serve(1, false, true); break;
        case "not-closed": serve(1, true, false); break;
        case "key-order": keyOrder(); break;
        case "registered": registered(false); break;
        case "registered-woken": registered(true); break;
        case "interest": interest(false); break;
        case "interest-woken": interest(true); break;
        case "tasks": tasks(false); break;
        case "tasks-early": tasks(true); break;
        case "closed-selector": closedSelector(); break;
        case "interrupted-selector": interruptedSelector(); break;
        case "timeout": timeout(); break;
        case "rests": rests(true); break;
        case "forgotten": rests(false); break;
        case "late-close": lateClose(false); break;
        case "late-close-selected": lateClose(true); break;
        case "ordered": ordered(true); break;
        case "not-ordered": ordered(false); break;
        case "streams": streams(); break;
        case "options": options(); break;
        case "in-time": inTime(); break;
        case "action": action(); break;
        case "locked": locked(); break;
        case "two-select": twoSelect(); break;
        case "as-socket": asSocket(); break;
        case "socket-timeout": socketTimeout(); break;
        default: throw new IllegalArgumentException(args[0]);
        }
    }
}
