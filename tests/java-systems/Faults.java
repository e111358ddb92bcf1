/* Pairs of processes for failures on request: the same can come of faults.c. */

import java.io.IOException;
import java.io.InputStream;
import java.net.*;

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

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "sender": sender(); break;
            case "receiver": receiver(); break;
            case "reader": reader(); break;
            case "writer": writer(); break;
            default: throw new IllegalArgumentException(args[0]);
        }
    }
}
