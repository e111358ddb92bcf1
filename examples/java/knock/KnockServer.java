/* Waits for one visitor at a port, and asks who is there. */

import java.io.*;
import java.net.*;

public class KnockServer {
    public static void main(String[] args) throws IOException {
        try (ServerSocket door = new ServerSocket(Integer.parseInt(args[0])); Socket s = door.accept()) {
            BufferedReader in = new BufferedReader(new InputStreamReader(s.getInputStream()));
            OutputStream out = s.getOutputStream();
            if (in.readLine().equals("knock knock"))
                out.write("who is there?\n".getBytes());
            System.out.println(in.readLine() + " was here");
        }
    }
}
