/* Visits the server at a port.  How often it knocks before it takes it that
   nobody is there is the second argument; without one it expects an answer. */

import java.io.*;
import java.net.*;

public class KnockClient {
    static Socket visit(int port, int times) throws IOException {
        for (int i = 1;; i++)
            try {
                return new Socket("localhost", port);
            } catch (ConnectException e) {
                if (times == 0)
                    throw e;
                if (i == times)
                    return null;
            }
    }

    public static void main(String[] args) throws IOException {
        try (Socket s = visit(Integer.parseInt(args[0]), args.length > 1 ? Integer.parseInt(args[1]) : 0)) {
            if (s == null) {
                System.out.println("nobody is there");
                return;
            }
            BufferedReader in = new BufferedReader(new InputStreamReader(s.getInputStream()));
            OutputStream out = s.getOutputStream();
            out.write("knock knock\n".getBytes());
            assert in.readLine().equals("who is there?");
            out.write("Sett\n".getBytes());
        }
    }
}
