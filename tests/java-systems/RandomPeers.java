/* A random pair of programs that talk to each other, made from a number: as two
   processes of a system, or (simple ones) as two threads of a single program.
   What comes of it is printed, one line for each. */

import java.io.*;
import java.net.*;
import java.util.*;

public class RandomPeers {
    static final int PORT = 7000;
    static int printed; /* each process has its own */

    final int who;
    final int[][] plan;
    final boolean alone; /* a process of its own */
    final StringBuilder said = new StringBuilder();
    ServerSocket door;
    Socket socket;
    DatagramSocket datagrams;

    RandomPeers(int who, int[][] plan, boolean alone) {
        this.who = who;
        this.plan = plan;
        this.alone = alone;
    }

    synchronized void say(String text) {
        said.append(text).append(' ');
    }

    String step(int what, int size) throws Exception {
        switch (what) {
        case 0:
        case 1:
            socket.getOutputStream().write(new byte[size]);
            return "w";
        case 2:
        case 3:
            return "r" + socket.getInputStream().read(new byte[size]);
        case 4:
            return "a" + socket.getInputStream().available();
        case 5:
            socket.shutdownOutput();
            return "s";
        case 6:
            socket.close();
            return "c";
        case 7: /* from here on not for threads of one program */
            datagrams.send(new DatagramPacket(new byte[size], size, InetAddress.getLoopbackAddress(), PORT + 1 - who));
            return "S";
        case 8:
            DatagramPacket p = new DatagramPacket(new byte[9], 9);
            datagrams.setSoTimeout(1);
            datagrams.receive(p);
            return "R" + p.getLength();
        case 9:
            print();
            System.exit(size == 1 ? 0 : 3);
            return "";
        case 10:
            new Thread(() -> act(size - 1, 1)).start();
            return "t";
        case 11:
            new Thread(() -> act(9, size)).start();
            return "T";
        default:
            if (who == 0)
                new Socket("127.0.0.1", PORT + 5);
            else
                new ServerSocket(PORT + 5);
            return "p";
        }
    }

    void act(int what, int size) {
        String text;
        try {
            text = step(what, size);
        } catch (Exception e) {
            text = e.getClass().getSimpleName() + "_" + e.getMessage();
        }
        say(text);
    }

    synchronized void print() {
        System.out.println(who + " " + said + (alone ? ++printed : 1));
    }

    /* The door is closed as soon as the other one has come. */
    boolean meet() throws Exception {
        if (who == 0) {
            door = new ServerSocket(PORT, 1);
            socket = door.accept();
            door.close();
            return true;
        }
        try {
            socket = new Socket("127.0.0.1", PORT);
            return true;
        } catch (ConnectException e) {
            say("refused");
            return false;
        }
    }

    void run() throws Exception {
        if (alone)
            datagrams = new DatagramSocket(PORT + who);
        if (meet())
            for (int[] p : plan)
                act(p[0], p[1]);
        print();
        if (!alone && socket != null)
            socket.close(); /* as the kernel would */
    }

    public static void main(String[] args) throws Exception {
        int seed = Integer.parseInt(args[0]), length = Integer.parseInt(args[2]);
        Random random = new Random(seed * 7919L);
        int kinds = args[3].equals("simple") ? 7 : 13;
        int[][][] plans = new int[2][length][];
        for (int[][] plan : plans)
            for (int k = 0; k < length; k++)
                plan[k] = new int[] {random.nextInt(kinds), 1 + random.nextInt(2)};
        if (!args[1].equals("both")) {
            int who = Integer.parseInt(args[1]);
            new RandomPeers(who, plans[who], true).run();
            return;
        }
        for (int i = 0; i < 2; i++) {
            RandomPeers one = new RandomPeers(i, plans[i], false);
            new Thread(() -> {
                try {
                    one.run();
                } catch (Exception e) {
                    throw new RuntimeException(e);
                }
            }).start();
        }
    }
}
