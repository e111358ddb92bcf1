/* expect: deadlock

   A server with a selector: a loop that waits already does not hear of a channel
   that is registered then. */

import java.io.*;
import java.net.*;
import java.nio.*;
import java.nio.channels.*;
import java.util.*;

public class EventLoopWrong {
    static final InetSocketAddress ADDRESS = new InetSocketAddress("localhost", 7000);

    /* One thread accepts, another one serves: each word comes back. */
    static void accept(ServerSocketChannel door, Selector selector) throws IOException {
        SocketChannel c = door.accept();
        c.configureBlocking(false);
        c.register(selector, SelectionKey.OP_READ);
    }

    static void loop(Selector selector) {
        try {
            for (boolean open = true; open;) {
                selector.select();
                for (Iterator<SelectionKey> i = selector.selectedKeys().iterator(); i.hasNext();) {
                    SelectionKey key = i.next();
                    i.remove();
                    open = serve((SocketChannel) key.channel());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /* False: that was all. */
    static boolean serve(SocketChannel c) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(16);
        if (c.read(bytes) < 0) {
            c.close();
            return false;
        }
        bytes.flip();
        c.write(bytes);
        return true;
    }

    static void visit() {
        try (SocketChannel c = SocketChannel.open(ADDRESS)) {
            c.write(ByteBuffer.wrap("hello".getBytes()));
            ByteBuffer answer = ByteBuffer.allocate(5);
            while (answer.hasRemaining())
                c.read(answer);
            assert new String(answer.array()).equals("hello");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        try (ServerSocketChannel door = ServerSocketChannel.open().bind(ADDRESS); Selector selector = Selector.open()) {
            Thread loop = new Thread(() -> loop(selector), "loop"), client = new Thread(() -> visit(), "client");
            loop.start();
            client.start();
            accept(door, selector);
            client.join();
            loop.join();
        }
    }
}
