/* Sockets of threads in one virtual machine: each argument is a program, and
   check says what is expected of it. */

import java.io.*;
import java.net.*;
import java.util.*;

public class Sockets {
    static final int PORT = 7000;

    interface Body {
        void run() throws Exception;
    }

    static Thread start(String name, Body body) {
        Thread t = new Thread(() -> {
            try {
                body.run();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }, name);
        t.start();
        return t;
    }

    static Socket connect() throws IOException {
        return new Socket("127.0.0.1", PORT);
    }

    /* A server of one connection, and a client. */
    interface End {
        void run(Socket s, InputStream in, OutputStream out) throws Exception;
    }

    static void use(Socket s, End end) throws Exception {
        end.run(s, s.getInputStream(), s.getOutputStream());
    }

    static void pair(End server, End client) throws Exception {
        try (ServerSocket door = new ServerSocket(PORT)) {
            Thread t = start("server", () -> use(door.accept(), server));
            use(connect(), client);
            t.join();
        }
    }

    static void expect(Class<? extends Exception> wanted, String text, Body body) {
        try {
            body.run();
        } catch (Exception e) {
            if (wanted.isInstance(e) && String.valueOf(e.getMessage()).contains(text))
                return;
            throw new AssertionError("another exception: " + e);
        }
        throw new AssertionError("no exception");
    }

    static DatagramPacket packet(String text, int port) {
        return new DatagramPacket(text.getBytes(), text.length(), InetAddress.getLoopbackAddress(), port);
    }

    static String receive(DatagramSocket s) throws IOException {
        DatagramPacket p = new DatagramPacket(new byte[100], 100);
        s.receive(p);
        return new String(p.getData(), 0, p.getLength());
    }

    static int shared;

    static void run(String name) throws Exception {
        switch (name) {
        case "echo":
            pair((s, in, out) -> out.write(in.read() + 1), (s, in, out) -> {
                out.write(1);
                assert in.read() == 2;
            });
            break;
        case "both-read":
            pair((s, in, out) -> in.read(), (s, in, out) -> in.read());
            break;
        case "refused":
            start("server", () -> new ServerSocket(PORT).accept());
            connect();
            break;
        case "end":
            pair((s, in, out) -> {
                out.write(new byte[] {1, 2});
                s.close();
            }, (s, in, out) -> {
                assert Arrays.equals(in.readAllBytes(), new byte[] {1, 2});
                assert in.read() == -1;
            });
            break;
        case "short-read":
            pair((s, in, out) -> {
                out.write(1);
                out.write(2);
            }, (s, in, out) -> {
                int n = in.read(new byte[2]);
                assert n == 2;
            });
            break;
        case "full-read":
            pair((s, in, out) -> {
                out.write(1);
                out.write(2);
            }, (s, in, out) -> {
                byte[] got = new byte[2];
                new DataInputStream(in).readFully(got);
                assert got[0] == 1 && got[1] == 2;
            });
            break;
        case "lines":
            pair((s, in, out) -> {
                BufferedReader r = new BufferedReader(new InputStreamReader(in));
                PrintWriter w = new PrintWriter(out, true);
                for (String line; (line = r.readLine()) != null;)
                    w.println("<" + line + ">");
            }, (s, in, out) -> {
                BufferedReader r = new BufferedReader(new InputStreamReader(in));
                PrintWriter w = new PrintWriter(out, true);
                w.println("one");
                assert r.readLine().equals("<one>");
                s.shutdownOutput();
                assert s.isOutputShutdown() && !s.isClosed();
            });
            break;
        case "two-clients": {
            ServerSocket door = new ServerSocket(PORT);
            for (int i = 1; i <= 2; i++) {
                final int id = i;
                start("client " + i, () -> connect().getOutputStream().write(id));
            }
            assert door.accept().getInputStream().read() == 1;
            break;
        }
        case "two-clients-served": {
            ServerSocket door = new ServerSocket(PORT);
            for (int i = 1; i <= 2; i++) {
                final int id = i;
                start("client " + i, () -> {
                    Socket s = connect();
                    s.getOutputStream().write(id);
                    assert s.getInputStream().read() == id;
                });
            }
            for (int i = 0; i < 2; i++) {
                Socket s = door.accept();
                s.getOutputStream().write(s.getInputStream().read());
            }
            break;
        }
        case "close-accept": {
            ServerSocket door = new ServerSocket(PORT);
            Thread t = start("server", () -> expect(SocketException.class, "", door::accept));
            door.close();
            t.join();
            assert door.isClosed();
            break;
        }
        case "close-read":
            pair((s, in, out) -> {
                int c = in.read();
                assert c == -1;
            }, (s, in, out) -> {
                Thread t = start("reader", () -> expect(SocketException.class, "closed", () -> in.read()));
                s.close();
                t.join();
            });
            break;
        case "close-both":
            pair((s, in, out) -> in.read(), (s, in, out) -> {
                Thread t = start("closer", s::close);
                s.close();
                t.join();
            });
            break;
        case "closed-stream":  /* of two messages, depending on who is first */
            pair((s, in, out) -> in.read(), (s, in, out) -> {
                start("closer", s::close);
                expect(SocketException.class, "Socket is closed", s::getInputStream);
            });
            break;
        case "closed-first": /* the other one */
            pair((s, in, out) -> in.read(), (s, in, out) -> {
                start("closer", s::close);
                s.getInputStream();
            });
            break;
        case "reset":
            pair((s, in, out) -> {
                in.read();
                s.close(); /* with a byte unread */
            }, (s, in, out) -> {
                out.write(new byte[2]);
                expect(SocketException.class, "Connection reset", () -> in.read());
            });
            break;
        case "broken-pipe":
            pair((s, in, out) -> s.close(), (s, in, out) -> {
                assert in.read() == -1;
                out.write(1);
                expect(SocketException.class, "Broken pipe", () -> out.write(1));
            });
            break;
        case "timeout":
            pair((s, in, out) -> out.write(1), (s, in, out) -> {
                s.setSoTimeout(1000);
                assert s.getSoTimeout() == 1000;
                in.read();
            });
            break;
        case "timeout-caught":
            pair((s, in, out) -> out.write(1), (s, in, out) -> {
                s.setSoTimeout(1000);
                try {
                    assert in.read() == 1;
                } catch (SocketTimeoutException e) {
                    assert e.getMessage().equals("Read timed out");
                }
            });
            break;
        case "accept-timeout": {
            ServerSocket door = new ServerSocket(PORT);
            door.setSoTimeout(10);
            expect(SocketTimeoutException.class, "Accept timed out", door::accept);
            break;
        }
        case "full":
            pair((s, in, out) -> {
                out.write(new byte[100000]);
                in.readNBytes(100000);
            }, (s, in, out) -> {
                out.write(new byte[100000]);
                in.readNBytes(100000);
            });
            break;
        case "large":
            pair((s, in, out) -> out.write(new byte[100000]), (s, in, out) -> {
                assert in.readNBytes(100000).length == 100000;
            });
            break;
        case "available":
            pair((s, in, out) -> out.write(1), (s, in, out) -> {
                int n = in.available();
                assert n == 0;
            });
            break;
        case "bind-twice":
            new ServerSocket(PORT);
            expect(BindException.class, "Address already in use", () -> new ServerSocket(PORT));
            break;
        case "bind-again":
            new ServerSocket(PORT).close();
            new ServerSocket(PORT).close();
            break;
        case "ports": {
            ServerSocket door = new ServerSocket(0);
            Socket s = new Socket(InetAddress.getLocalHost(), door.getLocalPort());
            Socket h = door.accept();
            assert s.getPort() == door.getLocalPort() && h.getPort() == s.getLocalPort();
            assert h.getInetAddress().isLoopbackAddress() && s.isConnected() && s.isBound();
            assert s.getTcpNoDelay() == false && s.getSoLinger() == -1;
            s.setTcpNoDelay(true);
            s.setSoLinger(true, 0);
            assert s.getTcpNoDelay() && s.getSoLinger() == 0;
            s.close(); /* now a reset */
            expect(SocketException.class, "Connection reset", () -> h.getInputStream().read());
            break;
        }
        case "backlog": {
            ServerSocket door = new ServerSocket(PORT, 1);
            connect();
            connect();
            connect(); /* there is no room for it */
            break;
        }
        case "elsewhere":
            expect(SocketException.class, "unreachable", () -> new Socket("192.0.2.1", PORT));
            break;
        case "rests": {
            ServerSocket door = new ServerSocket(PORT);
            start("server", () -> {
                for (;;)
                    door.accept();
            });
            connect();
            break;
        }
        case "ordered":
            pair((s, in, out) -> {
                in.read();
                assert shared == 1;
            }, (s, in, out) -> {
                shared = 1;
                out.write(0);
            });
            break;
        case "not-ordered":
            pair((s, in, out) -> {
                in.read();
                shared++;
            }, (s, in, out) -> {
                out.write(0);
                shared++;
            });
            break;
        case "while-connecting": {
            ServerSocket door = new ServerSocket(PORT);
            Socket s = new Socket();
            start("other", () -> s.isClosed());
            s.connect(door.getLocalSocketAddress());
            break;
        }
        case "options": {
            options();
            break;
        }
        case "channel": {
            java.nio.channels.SocketChannel.open(new InetSocketAddress("127.0.0.1", PORT));
            break;
        }
        case "datagrams": {
            DatagramSocket a = new DatagramSocket(PORT), b = new DatagramSocket();
            Thread t = start("server", () -> {
                DatagramPacket p = new DatagramPacket(new byte[10], 10);
                a.receive(p);
                p.setData("pong".getBytes());
                a.send(p);
            });
            b.send(packet("ping", PORT));
            assert receive(b).equals("pong");
            t.join();
            a.close();
            assert a.isClosed();
            expect(SocketException.class, "closed", () -> receive(a));
            break;
        }
        case "datagram-order": {
            DatagramSocket a = new DatagramSocket(PORT);
            start("one", () -> new DatagramSocket().send(packet("1", PORT)));
            start("two", () -> new DatagramSocket().send(packet("2", PORT)));
            assert receive(a).equals("1");
            break;
        }
        case "datagram-lost": {
            DatagramSocket b = new DatagramSocket();
            start("server", () -> {
                DatagramSocket a = new DatagramSocket(PORT);
                receive(a);
                a.send(packet("pong", b.getLocalPort()));
            });
            b.send(packet("ping", PORT));
            receive(b);
            break;
        }
        case "unreachable": {
            DatagramSocket b = new DatagramSocket();
            b.connect(InetAddress.getLoopbackAddress(), PORT);
            b.send(packet("ping", PORT));
            expect(PortUnreachableException.class, "", () -> receive(b));
            break;
        }
        case "datagram-timeout": {
            DatagramSocket b = new DatagramSocket();
            b.setSoTimeout(10);
            expect(SocketTimeoutException.class, "Receive timed out", () -> receive(b));
            break;
        }
        case "datagram-close": {
            DatagramSocket a = new DatagramSocket(PORT);
            Thread t = start("receiver", () -> expect(SocketException.class, "closed", () -> receive(a)));
            a.close();
            t.join();
            break;
        }
        default:
            throw new IllegalArgumentException(name);
        }
    }

    static void options() throws Exception {
        try (ServerSocket door = new ServerSocket(PORT); Socket s = new Socket()) {
            s.setOption(StandardSocketOptions.TCP_NODELAY, true);
            s.setOption(StandardSocketOptions.SO_LINGER, 0);
            assert s.getTcpNoDelay() && s.getOption(StandardSocketOptions.TCP_NODELAY);
            assert s.getSoLinger() == 0 && !s.getOption(StandardSocketOptions.SO_KEEPALIVE);
            expect(UnsupportedOperationException.class, "", () -> door.setOption(StandardSocketOptions.TCP_NODELAY, true));
            s.connect(door.getLocalSocketAddress());
            Socket other = door.accept();
            s.close(); /* resets the connection */
            expect(SocketException.class, "reset", () -> other.getInputStream().read());
            DatagramSocket d = new DatagramSocket();
            d.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            assert d.getOption(StandardSocketOptions.SO_REUSEADDR);
        }
    }

    public static void main(String[] args) throws Exception {
        run(args[0]);
    }
}
