/* expect: verified

   A server and its client, as two threads: the server listens before the client
   starts, so that nobody is refused.  Nothing leaves the virtual machine. */

import java.io.*;
import java.net.*;

public class KnockKnock {
    static final int PORT = 7000;

    static void serve(ServerSocket door) {
        try (Socket s = door.accept();
             BufferedReader in = new BufferedReader(new InputStreamReader(s.getInputStream()));
             PrintWriter out = new PrintWriter(s.getOutputStream(), true)) {
            if (in.readLine().equals("knock knock"))
                out.println("who is there?");
            out.println(in.readLine() + " who?");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void visit() throws IOException {
        try (Socket s = new Socket("localhost", PORT);
             BufferedReader in = new BufferedReader(new InputStreamReader(s.getInputStream()));
             PrintWriter out = new PrintWriter(s.getOutputStream(), true)) {
            out.println("knock knock");
            assert in.readLine().equals("who is there?");
            out.println("Sett");
            assert in.readLine().equals("Sett who?");
        }
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        try (ServerSocket door = new ServerSocket(PORT)) {
            Thread server = new Thread(() -> serve(door), "server");
            server.start();
            visit();
            server.join();
        }
    }
}
