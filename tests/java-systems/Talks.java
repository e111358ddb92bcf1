/* A process that does what its script says, and prints what came of it; talks.c is
   the same in C.  Its first argument is its number, the others are steps:

     L    listen at port 7000 + number        A    accept a connection
     Cn   connect to process n                wn   write n bytes
     rn   read at most n bytes                a    how many have come?
     s    no more output                      i    no more input
     c    close
     Sn   send a datagram to process n        R    receive one, with a time limit
     xn   exit with status n

   Who is refused does nothing more. */

import java.io.*;
import java.net.*;

public class Talks {
    static final int PORT = 7000;
    static final StringBuilder said = new StringBuilder();
    static ServerSocket door;
    static Socket socket;
    static InputStream in;
    static OutputStream out;
    static DatagramSocket datagrams;

    static void meet(Socket s) throws IOException {
        socket = s;
        in = s.getInputStream();
        out = s.getOutputStream();
    }

    static String step(int self, char what, int n) throws IOException {
        switch (what) {
        case 'L':
            door = new ServerSocket(PORT + self, 5);
            return "L";
        case 'A':
            meet(door.accept());
            return "A";
        case 'C':
            meet(new Socket("127.0.0.1", PORT + n));
            return "C";
        case 'w':
            out.write(new byte[n]);
            return "w";
        case 'r':
            return "r" + Math.max(in.read(new byte[n]), 0);
        case 'a':
            return "a" + in.available();
        case 's':
            if (socket.isClosed() || !socket.isOutputShutdown())
                socket.shutdownOutput();
            return "s";
        case 'i':
            if (socket.isClosed() || !socket.isInputShutdown())
                socket.shutdownInput();
            return "i";
        case 'c':
            socket.close();
            return "c";
        case 'S':
            datagrams.send(new DatagramPacket(new byte[n + 1], n + 1, InetAddress.getLoopbackAddress(), PORT + n));
            return "S";
        default:
            DatagramPacket p = new DatagramPacket(new byte[9], 9);
            datagrams.setSoTimeout(1);
            datagrams.receive(p);
            return "R" + p.getLength();
        }
    }

    /* In the words that both languages have. */
    static String act(int self, char what, int n) {
        try {
            return step(self, what, n);
        } catch (SocketTimeoutException e) {
            return "late";
        } catch (IOException e) {
            String text = e.getMessage();
            return text.contains("refused") ? "refused"
                : text.contains("reset") ? "reset"
                : text.contains("pipe") || text.contains("shutdown") ? "pipe"
                : text.contains("closed") ? "closed"
                : text;
        }
    }

    public static void main(String[] a) throws Exception {
        int self = Integer.parseInt(a[0]), status = 0;
        for (int i = 1; i < a.length; i++)
            if (datagrams == null && "SR".indexOf(a[i].charAt(0)) >= 0)
                datagrams = new DatagramSocket(PORT + self);
        for (int i = 1; i < a.length; i++) {
            char what = a[i].charAt(0);
            int n = a[i].length() > 1 ? Integer.parseInt(a[i].substring(1)) : 0;
            if (what == 'x') {
                status = n;
                break;
            }
            String text = act(self, what, n);
            said.append(' ').append(text);
            if (text.equals("refused"))
                break;
        }
        System.out.println(self + said.toString());
        System.exit(status);
    }
}
