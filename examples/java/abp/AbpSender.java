/* The sender of the alternating-bit protocol: it sends a value until an answer
   with the same bit comes, three times in all.  A time-out may come at any time:
   when an answer is lost, or late. */

import java.net.*;

public class AbpSender {
    static final String VALUES = "ab";

    public static void main(String[] args) throws Exception {
        InetAddress here = InetAddress.getLoopbackAddress();
        try (DatagramSocket socket = new DatagramSocket(7001)) {
            socket.setSoTimeout(100);
            for (int i = 0, tries = 0; i < VALUES.length() && tries < 3; tries++) {
                byte[] bytes = {(byte) (i % 2), (byte) VALUES.charAt(i)};
                socket.send(new DatagramPacket(bytes, 2, here, 7002));
                try {
                    socket.receive(new DatagramPacket(bytes, 2));
                    if (bytes[0] == i % 2)
                        i++;
                } catch (SocketTimeoutException e) {
                    /* once more */
                }
            }
        }
    }
}
