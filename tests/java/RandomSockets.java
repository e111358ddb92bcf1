/* A random program of threads that use the same sockets, made from a number:
   what comes of it is printed, and a reduced search must find all of that. */

import java.io.*;
import java.net.*;
import java.util.*;

public class RandomSockets {
    static final int PORT = 7000;
    static ServerSocket door;
    static Socket[] sockets = new Socket[2]; /* both ends of a connection */
    static InputStream[] in = new InputStream[2];
    static OutputStream[] out = new OutputStream[2];
    static DatagramSocket[] datagrams = new DatagramSocket[2];

    static String step(int what, int which, int size) throws Exception {
        Socket s = sockets[which];
        DatagramSocket d = datagrams[which];
        switch (what) {
        case 0:
        case 1:
            out[which].write(new byte[size]);
            return "w";
        case 2:
        case 3:
            return "r" + in[which].read(new byte[size]);
        case 4:
            return "a" + in[which].available();
        case 5:
            s.close();
            return "c";
        case 6:
            s.shutdownOutput();
            return "s";
        case 7:
            return "x" + s.isClosed();
        case 8:
            door.accept();
            return "A";
        case 9:
            new Socket("127.0.0.1", PORT);
            return "C";
        case 10:
            door.close();
            return "D";
        case 11:
        case 12:
            d.send(new DatagramPacket(new byte[size], size, InetAddress.getLoopbackAddress(), PORT + which));
            return "S";
        case 13:
            DatagramPacket p = new DatagramPacket(new byte[9], 9);
            d.receive(p);
            return "R" + p.getLength();
        default:
            d.close();
            return "K";
        }
    }

    static void act(int what, int which, int size, StringBuilder said) {
        try {
            said.append(step(what, which, size)).append(' ');
        } catch (Exception e) {
            said.append(e.getClass().getSimpleName()).append(' ').append(e.getMessage()).append(' ');
        }
    }

    public static void main(String[] args) throws Exception {
        Random random = new Random(Integer.parseInt(args[0]) * 7919L);
        int count = 2, length = args.length > 1 ? Integer.parseInt(args[1]) : 2;
        int kinds = random.nextInt(3); /* all, connections only, no datagrams */
        door = new ServerSocket(PORT, 1);
        sockets[0] = new Socket("127.0.0.1", PORT);
        sockets[1] = door.accept();
        for (int i = 0; i < 2; i++) {
            in[i] = sockets[i].getInputStream();
            out[i] = sockets[i].getOutputStream();
        }
        for (int i = 0; i < 2; i++)
            datagrams[i] = new DatagramSocket(PORT + i);
        for (Socket s : sockets)
            if (random.nextInt(4) == 0)
                s.setSoTimeout(1);
        if (random.nextBoolean())
            door.setSoTimeout(1);
        Thread[] threads = new Thread[count];
        StringBuilder[] said = new StringBuilder[count];
        for (int i = 0; i < count; i++) {
            int[][] plan = new int[length][];
            for (int k = 0; k < length; k++)
                plan[k] = new int[] {random.nextInt(kinds == 0 ? 15 : kinds == 1 ? 8 : 11), random.nextInt(2),
                    1 + random.nextInt(2)};
            StringBuilder mine = said[i] = new StringBuilder();
            threads[i] = new Thread(() -> {
                for (int[] p : plan)
                    act(p[0], p[1], p[2], mine);
            });
        }
        for (Thread t : threads)
            t.start();
        for (Thread t : threads)
            t.join();
        System.out.println(String.join("| ", said));
    }
}
