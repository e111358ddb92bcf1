/* expect: exception

   A server and its client, as two threads that start at the same time: if the
   client is first, its connection is refused. */

import java.io.*;
import java.net.*;

public class KnockKnockEarly {
    static final int PORT = 7000;

    static void serve() {
        try (ServerSocket door = new ServerSocket(PORT); Socket s = door.accept()) {
            BufferedReader in = new BufferedReader(new InputStreamReader(s.getInputStream()));
            PrintWriter out = new PrintWriter(s.getOutputStream(), true);
            if (in.readLine().equals("knock knock"))
                out.println("who is there?");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void main(String[] args) throws IOException {
        new Thread(KnockKnockEarly::serve, "server").start();
        try (Socket s = new Socket("localhost", PORT)) {
            BufferedReader in = new BufferedReader(new InputStreamReader(s.getInputStream()));
            PrintWriter out = new PrintWriter(s.getOutputStream(), true);
            out.println("knock knock");
            assert in.readLine().equals("who is there?");
        }
    }
}
