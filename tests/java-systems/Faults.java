/* Pairs of processes for failures on request: the same can come of faults.c. */

import java.io.IOException;
import java.io.InputStream;
import java.net.*;
import java.nio.ByteBuffer;
import java.nio.channels.*;

public class Faults {
    /* Datagrams 1 and 2 arrive before the end of the stream does. */
    static void sender() throws IOException {
        try (ServerSocket listener = new ServerSocket(7001);
             Socket s = listener.accept();
             DatagramSocket d = new DatagramSocket(7002)) {
            for (byte i = '1'; i <= '2'; i++)
                d.send(new DatagramPacket(new byte[] {i}, 1, InetAddress.getLoopbackAddress(), 7000));
        }
    }

    static Socket connect() throws IOException {
        try {
            return new Socket("localhost", 7001);
        } catch (ConnectException e) {
            System.exit(0); /* it came too early: nothing is told of that */
            throw e;
        }
    }

    static void receiver() throws IOException {
        StringBuilder got = new StringBuilder("got ");
        try (DatagramSocket d = new DatagramSocket(7000); Socket s = connect()) {
            d.setSoTimeout(10);
            s.getInputStream().read();
            for (;;) {
                DatagramPacket p = new DatagramPacket(new byte[1], 1);
                d.receive(p);
                got.append((char) p.getData()[0]);
            }
        } catch (SocketTimeoutException e) {
            System.out.println(got);
        } catch (SocketException e) {
            /* the other one has crashed */
        }
    }

    /* Reads until the end, or an error, four bytes at a time. */
    static void reader() throws IOException {
        StringBuilder got = new StringBuilder("got");
        try (ServerSocket listener = new ServerSocket(7001); Socket s = listener.accept()) {
            InputStream in = s.getInputStream();
            byte[] bytes = new byte[4];
            try {
                for (int n; (n = in.read(bytes)) >= 0;)
                    got.append(" ").append(n);
                got.append(" end");
            } catch (SocketException e) {
                got.append(" ").append(e.getMessage());
            }
        }
        System.out.println(got);
    }

    static void writer() throws IOException {
        try (Socket s = connect()) {
            s.getOutputStream().write(new byte[4]);
        } catch (SocketException e) {
            System.out.println("put " + e.getMessage());
        }
    }

    /* Two threads send, one of them with a lock that the other one takes in between. */
    static void send(Socket s, int count) {
        try {
            s.getOutputStream().write(new byte[count]);
        } catch (IOException e) {
            /* the other one is gone */
        }
    }

    static void crew() throws Exception {
        Object lock = new Object();
        try (Socket s = connect()) {
            Thread one = new Thread(() -> {
                send(s, 1);
                synchronized (lock) {
                }
                send(s, 1);
            });
            Thread two = new Thread(() -> {
                synchronized (lock) {
                    send(s, 2);
                }
            });
            one.start();
            two.start();
            one.join();
            two.join();
        }
    }

    /* The same by channels. */
    static SocketChannel accept() throws IOException {
        try (ServerSocketChannel listener = ServerSocketChannel.open().bind(new InetSocketAddress(7001))) {
            return listener.accept();
        }
    }

    static SocketChannel open() throws IOException {
        try {
            return SocketChannel.open(new InetSocketAddress("localhost", 7001));
        } catch (ConnectException e) {
            System.exit(0);
            throw e;
        }
    }

    static void channelSender() throws IOException {
        try (SocketChannel s = accept(); DatagramChannel d = DatagramChannel.open().bind(new InetSocketAddress(7002))) {
            for (byte i = '1'; i <= '2'; i++)
                d.send(ByteBuffer.wrap(new byte[] {i}), new InetSocketAddress("localhost", 7000));
        }
    }

    static void channelReceiver() throws IOException {
        StringBuilder got = new StringBuilder("got ");
        try (DatagramChannel d = DatagramChannel.open().bind(new InetSocketAddress(7000)); SocketChannel s = open()) {
            d.configureBlocking(false);
            s.read(ByteBuffer.allocate(1));
            ByteBuffer b = ByteBuffer.allocate(1);
            for (; d.receive(b) != null; b.clear())
                got.append((char) b.get(0));
            System.out.println(got);
        } catch (SocketException e) {
            /* the other one has crashed */
        }
    }

    static void channelReader() throws IOException {
        StringBuilder got = new StringBuilder("got");
        try (SocketChannel s = accept(); Selector selector = Selector.open()) {
            s.configureBlocking(false);
            s.register(selector, SelectionKey.OP_READ);
            try {
                for (int n = 0; n >= 0;) {
                    selector.select();
                    selector.selectedKeys().clear();
                    n = s.read(ByteBuffer.allocate(4));
                    got.append(n < 0 ? " end" : " " + n);
                }
            } catch (SocketException e) {
                got.append(" ").append(e.getMessage());
            }
        }
        System.out.println(got);
    }

    static void channelWriter() throws IOException {
        try (SocketChannel s = open()) {
            for (ByteBuffer b = ByteBuffer.allocate(4); b.hasRemaining();)
                s.write(b);
        } catch (IOException e) {
            System.out.println("put " + e.getMessage().replace(" by peer", ""));
        }
    }

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "channel-sender": channelSender(); break;
            case "channel-receiver": channelReceiver(); break;
            case "channel-reader": channelReader(); break;
            case "channel-writer": channelWriter(); break;
            case "sender": sender(); break;
            case "receiver": receiver(); break;
            case "reader": reader(); break;
            case "writer": writer(); break;
            case "crew": crew(); break;
            default: throw new IllegalArgumentException(args[0]);
        }
    }
}
