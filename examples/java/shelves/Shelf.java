/* Lends itself to one reader at a time: who is connected has it. */

import java.io.*;
import java.net.*;

public class Shelf {
    public static void main(String[] args) throws IOException {
        ServerSocket door = new ServerSocket(Integer.parseInt(args[0]));
        for (;;)
            try (Socket s = door.accept()) {
                s.getOutputStream().write(1);
                s.getInputStream().read(); /* until the reader is gone */
            }
    }
}
