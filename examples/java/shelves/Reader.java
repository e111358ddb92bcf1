/* Needs two shelves at the same time, and takes them in the order of its
   arguments.  A shelf that is not open yet is none. */

import java.io.*;
import java.net.*;

public class Reader {
    static Socket take(String port) throws IOException {
        Socket s = new Socket("localhost", Integer.parseInt(port));
        s.getInputStream().read();
        return s;
    }

    public static void main(String[] args) throws IOException {
        try (Socket first = take(args[0]); Socket second = take(args[1])) {
            System.out.println("has both");
        } catch (ConnectException e) {
            System.out.println("closed today");
        }
    }
}
