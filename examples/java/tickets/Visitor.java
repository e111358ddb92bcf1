/* Wants a ticket of the server at a port, which is a C program.  Who looks first
   and buys then may be too late: the second argument is "look" or "take". */

import java.io.*;
import java.net.*;

public class Visitor {
    static int ask(Socket s, char wish) throws IOException {
        s.getOutputStream().write(wish);
        return s.getInputStream().read();
    }

    public static void main(String[] args) throws IOException {
        try (Socket s = new Socket("localhost", Integer.parseInt(args[0]))) {
            boolean got = args[1].equals("take") ? ask(s, 't') > 0 : ask(s, 'a') > 0 && ask(s, 'b') > 0;
            System.out.println(got ? "a ticket" : "no ticket");
        } catch (ConnectException e) {
            System.out.println("not open yet");
        }
    }
}
