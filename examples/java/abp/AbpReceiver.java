/* The receiver of the alternating-bit protocol: each value has a bit that says
   whether it is new.  With an argument it does not look at that. */

import java.net.*;

public class AbpReceiver {
    static final String VALUES = "ab";

    public static void main(String[] args) throws Exception {
        boolean looks = args.length == 0;
        StringBuilder got = new StringBuilder();
        try (DatagramSocket socket = new DatagramSocket(7002)) {
            while (got.length() < VALUES.length()) {
                DatagramPacket packet = new DatagramPacket(new byte[2], 2);
                socket.receive(packet);
                if (!looks || packet.getData()[0] == got.length() % 2)
                    got.append((char) packet.getData()[1]);
                socket.send(packet); /* back to who has sent it */
            }
        }
        assert got.toString().equals(VALUES) : got;
    }
}
