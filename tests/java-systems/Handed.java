/* What a thread writes goes to another one by way of a C program (relay.c), which
   orders what they do.  With an argument it goes nowhere: a race. */

import java.io.*;
import java.net.*;

public class Handed {
    static int value;

    static void write(Socket s) {
        try {
            s.getOutputStream().write(1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void main(String[] a) throws Exception {
        Socket[] sockets = new Socket[2];
        try {
            for (int i = 0; i < 2; i++)
                sockets[i] = new Socket("127.0.0.1", 7000);
        } catch (ConnectException e) {
            return;
        }
        new Thread(() -> {
            if (a.length > 0)
                write(sockets[0]);
            value = 1;
            if (a.length == 0)
                write(sockets[0]);
        }).start();
        if (sockets[1].getInputStream().read() == 1)
            System.out.println(value);
    }
}
