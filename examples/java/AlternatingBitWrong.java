/* expect: assertion

   Two values over datagrams, of which one may be lost, a value or an answer: the
   receiver does not look whether it has had a value before.  A time-out is a choice:
   it comes when an answer is lost, or late. */

import java.io.IOException;
import java.net.*;
import sett.Sett;

public class AlternatingBitWrong {
    static final int SENDER = 7001, RECEIVER = 7002;
    static final String VALUES = "ab";
    static int losses = 1; /* one thread at a time takes one: see atomic */

    static boolean isLost() {
        boolean[] lost = {false};
        Sett.atomic(() -> {
            lost[0] = losses > 0 && Sett.choose(2) == 1;
            if (lost[0])
                losses--;
        });
        return lost[0];
    }

    static void send(DatagramSocket s, int to, int bit, char value) throws IOException {
        byte[] bytes = {(byte) bit, (byte) value};
        if (!isLost())
            s.send(new DatagramPacket(bytes, 2, InetAddress.getLoopbackAddress(), to));
    }

    static void receive(DatagramSocket s) {
        try {
            StringBuilder got = new StringBuilder();
            int expected = 0;
            while (got.length() < VALUES.length()) {
                byte[] bytes = new byte[2];
                s.receive(new DatagramPacket(bytes, 2));
                if (bytes[0] >= 0) {
                    got.append((char) bytes[1]);
                    expected = 1 - expected;
                }
                send(s, SENDER, bytes[0], ' ');
            }
            assert got.toString().equals(VALUES) : got;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        DatagramSocket s = new DatagramSocket(SENDER), r = new DatagramSocket(RECEIVER);
        new Thread(() -> receive(r), "receiver").start();
        s.setSoTimeout(100);
        for (int i = 0, tries = 0; i < VALUES.length() && tries < 3; tries++) {
            send(s, RECEIVER, i % 2, VALUES.charAt(i));
            byte[] bytes = new byte[2];
            try {
                s.receive(new DatagramPacket(bytes, 2));
                if (bytes[0] == i % 2)
                    i++;
            } catch (SocketTimeoutException e) {
                /* once more */
            }
        }
    }
}
