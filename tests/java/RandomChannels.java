/* A random program of threads that use the same channels and selectors, made
   from a number: what comes of it is printed, and a reduced search must find all
   of that. */

import java.net.*;
import java.nio.*;
import java.nio.channels.*;
import java.util.*;

public class RandomChannels {
    static final int PORT = 7000;
    static ServerSocketChannel door;
    static SocketChannel[] ends = new SocketChannel[2]; /* of a connection */
    static Pipe pipe;
    static DatagramChannel[] datagrams = new DatagramChannel[2];
    static Selector[] selectors = new Selector[2]; /* of each thread */
    static Thread[] threads = new Thread[2];

    static ByteBuffer bytes(int size) {
        return ByteBuffer.allocate(size);
    }

    /* What is ready, in any order: that of the keys is tried elsewhere. */
    static String ready(Selector selector, int n) {
        StringBuilder found = new StringBuilder();
        int sum = 0;
        for (SelectionKey k : selector.selectedKeys())
            sum += k.isValid() ? k.readyOps() : 100;
        selector.selectedKeys().clear();
        return found.append('e').append(n).append(':').append(sum).toString();
    }

    static SelectableChannel some(int which) {
        return which == 0 ? ends[0] : which == 1 ? ends[1] : which == 2 ? pipe.source() : datagrams[0];
    }

    static String register(Selector selector, SelectableChannel c) throws Exception {
        SelectionKey k = c.register(selector, c.validOps() & SelectionKey.OP_READ);
        return k.isValid() ? "g" : "G";
    }

    static String step(int own, int what, int which, int size) throws Exception {
        Selector mine = selectors[own], other = selectors[1 - own];
        SelectableChannel c = some(which + (size == 2 ? 2 : 0));
        switch (what) {
        case 0:
        case 1:
            return "w" + ends[which].write(bytes(size));
        case 2:
        case 3:
            return "r" + ends[which].read(bytes(size));
        case 4:
            c.close();
            return "c";
        case 5:
            ends[which].shutdownOutput();
            return "s";
        case 6:
            return "o" + c.isOpen();
        case 7:
            return "p" + pipe.sink().write(bytes(size));
        case 8:
            return "q" + pipe.source().read(bytes(size));
        case 9:
            return ready(mine, mine.selectNow());
        case 10:
            return ready(mine, mine.select());
        case 11:
            return register(which == 0 ? mine : other, c);
        case 12:
            SelectionKey k = c.keyFor(other);
            return k == null ? "n" : "i" + k.interestOps(size == 1 ? 0 : SelectionKey.OP_READ).isValid();
        case 13:
            SelectionKey old = c.keyFor(other);
            if (old != null)
                old.cancel();
            return "y";
        case 14:
            other.wakeup();
            return "u";
        case 15:
            threads[1 - own].interrupt();
            return "I";
        case 16:
            return "A" + (door.accept() == null);
        case 17:
            return "C" + SocketChannel.open(new InetSocketAddress("127.0.0.1", PORT)).isConnected();
        case 18:
            door.close();
            return "D";
        case 19:
            return "S" + datagrams[which].send(bytes(size), new InetSocketAddress("127.0.0.1", PORT));
        case 20:
            ByteBuffer b = bytes(9);
            return "R" + (datagrams[0].receive(b) == null) + b.position();
        case 21:
            other.close();
            return "K";
        default:
            return ready(mine, mine.select(5));
        }
    }

    static void act(int own, int[] p, StringBuilder said) {
        try {
            said.append(step(own, p[0], p[1], p[2])).append(' ');
        } catch (Exception e) {
            said.append(e.getClass().getSimpleName()).append(' ');
        }
    }

    static void open(Random random) throws Exception {
        door = ServerSocketChannel.open().bind(new InetSocketAddress("127.0.0.1", PORT), 1);
        ends[0] = SocketChannel.open(new InetSocketAddress("127.0.0.1", PORT));
        ends[1] = door.accept();
        pipe = Pipe.open();
        datagrams[0] = DatagramChannel.open().bind(new InetSocketAddress("127.0.0.1", PORT));
        datagrams[1] = DatagramChannel.open();
        for (int i = 0; i < 2; i++)
            selectors[i] = Selector.open();
        for (int i = 0; i < 4; i++)
            if (random.nextInt(3) > 0) {
                some(i).configureBlocking(false);
                if (random.nextBoolean())
                    some(i).register(selectors[random.nextInt(2)], SelectionKey.OP_READ);
            }
        if (random.nextBoolean())
            door.configureBlocking(false);
    }

    public static void main(String[] args) throws Exception {
        Random random = new Random(Integer.parseInt(args[0]) * 7919L);
        int length = args.length > 1 ? Integer.parseInt(args[1]) : 2;
        open(random);
        StringBuilder[] said = {new StringBuilder(), new StringBuilder()};
        int kinds = random.nextInt(3); /* connections, selectors, all */
        for (int i = 0; i < 2; i++) {
            int own = i;
            int[][] plan = new int[length][];
            for (int k = 0; k < length; k++)
                plan[k] = new int[] {kinds == 0 ? random.nextInt(9) : kinds == 1 ? random.nextInt(15) : random.nextInt(23),
                    random.nextInt(2), 1 + random.nextInt(2)};
            threads[i] = new Thread(() -> {
                for (int[] p : plan)
                    act(own, p, said[own]);
            });
        }
        for (Thread t : threads)
            t.start();
        for (Thread t : threads)
            t.join();
        System.out.println(String.join("| ", said));
    }
}
