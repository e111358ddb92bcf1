/* Remote calls of threads in one virtual machine: each argument is a program, and
   check says what is expected of it.  Those that say "done" in the end say so
   without Sett, too. */

import java.io.*;
import java.net.ServerSocket;
import java.rmi.*;
import java.rmi.registry.*;
import java.rmi.server.*;
import java.util.*;

public class RemoteCalls {
    static final int PORT = Integer.getInteger("port", 7000);

    interface Body {
        void run() throws Exception;
    }

    public static class Busy extends Exception {
        final int code;

        Busy(int code) {
            super("busy");
            this.code = code;
        }
    }

    static class Note implements Serializable {
        int number;
        int[] numbers = {1, 2};
        Note next;
    }

    static class Loud implements Serializable {
        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
        }
    }

    public interface Cell extends Remote {
        int get() throws RemoteException;
        void put(int n) throws RemoteException;
        int add(int n) throws RemoteException;
        void fail(String how) throws RemoteException, Busy;
        Object echo(Object o) throws RemoteException;
        int call(Cell other, int n) throws RemoteException;
        Cell self() throws RemoteException;
        Cell fresh() throws RemoteException;
        long mixed(boolean a, char b, byte c, short d, int e, long f, float g, double h, String i) throws RemoteException;
        boolean leave(boolean force) throws RemoteException;
        void quit() throws RemoteException;
    }

    static class Plain implements Cell {
        int value;

        public int get() throws RemoteException {
            return value;
        }

        public void put(int n) throws RemoteException {
            value = n;
        }

        public int add(int n) throws RemoteException {
            return value += n;
        }

        public void fail(String how) throws RemoteException, Busy {
            switch (how) {
            case "checked":
                throw new Busy(7);
            case "runtime":
                throw new IllegalStateException("not now");
            case "remote":
                throw new RemoteException("far away");
            case "error":
                throw new StackOverflowError("deep");
            default:
                sneak(new IOException("nobody said so"));
            }
        }

        @SuppressWarnings("unchecked")
        static <E extends Throwable> void sneak(Throwable t) throws E {
            throw (E) t;
        }

        public Object echo(Object o) throws RemoteException {
            if (o instanceof Note)
                ((Note) o).number++;
            return o;
        }

        public int call(Cell other, int n) throws RemoteException {
            return other.add(n);
        }

        public Cell self() throws RemoteException {
            return this;
        }

        public Cell fresh() throws RemoteException {
            Plain p = new Plain();
            UnicastRemoteObject.exportObject(p, 0);
            return p;
        }

        public long mixed(boolean a, char b, byte c, short d, int e, long f, float g, double h, String i) {
            return (a ? 1 : 0) + b + c + d + e + f + (long) g + (long) h + i.length();
        }

        public boolean leave(boolean force) throws RemoteException {
            return UnicastRemoteObject.unexportObject(this, force);
        }

        public void quit() {
            System.exit(0);
        }
    }

    static class Locked extends Plain {
        public synchronized int get() throws RemoteException {
            return super.get();
        }

        public synchronized void put(int n) throws RemoteException {
            super.put(n);
        }

        public synchronized int add(int n) throws RemoteException {
            return super.add(n);
        }

        public synchronized int call(Cell other, int n) throws RemoteException {
            return super.call(other, n);
        }
    }

    static class Inherited extends UnicastRemoteObject implements Cell {
        private final Plain inner = new Plain();

        Inherited() throws RemoteException {
        }

        public int get() throws RemoteException {
            return inner.get();
        }

        public void put(int n) throws RemoteException {
            inner.put(n);
        }

        public int add(int n) throws RemoteException {
            return inner.add(n);
        }

        public void fail(String how) throws RemoteException, Busy {
            inner.fail(how);
        }

        public Object echo(Object o) throws RemoteException {
            return inner.echo(o);
        }

        public int call(Cell other, int n) throws RemoteException {
            return inner.call(other, n);
        }

        public Cell self() {
            return this;
        }

        public Cell fresh() throws RemoteException {
            return new Inherited();
        }

        public long mixed(boolean a, char b, byte c, short d, int e, long f, float g, double h, String i) {
            return 0;
        }

        public boolean leave(boolean force) throws RemoteException {
            return UnicastRemoteObject.unexportObject(this, force);
        }

        public void quit() {
        }
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

    static Exception expect(Class<? extends Exception> wanted, String text, Body body) {
        try {
            body.run();
        } catch (Exception e) {
            if (wanted == e.getClass() && String.valueOf(e.getMessage()).contains(text))
                return e;
            throw new AssertionError("another exception: " + e, e);
        }
        throw new AssertionError("no exception");
    }

    static Cell export(Cell c) throws RemoteException {
        return (Cell) UnicastRemoteObject.exportObject(c, 0);
    }

    static Registry there() throws RemoteException {
        return LocateRegistry.getRegistry("127.0.0.1", PORT);
    }

    static void check(boolean holds, Object what) {
        if (!holds)
            throw new AssertionError(what);
    }

    static void run(String name) throws Exception {
        Registry own;
        Cell cell, stub, other;
        switch (name) {
        case "refused":
            Exception refused = expect(java.rmi.ConnectException.class, "Connection refused to host: 127.0.0.1", () -> there().lookup("x"));
            check(refused.getCause() instanceof java.net.ConnectException, refused.getCause());
            break;
        case "names":
            own = LocateRegistry.createRegistry(PORT);
            Registry far = there();
            stub = export(cell = new Plain());
            expect(NotBoundException.class, "x", () -> far.lookup("x"));
            expect(NotBoundException.class, "x", () -> far.unbind("x"));
            own.bind("x", cell);
            expect(AlreadyBoundException.class, "x", () -> far.bind("x", stub));
            expect(AlreadyBoundException.class, "x", () -> own.bind("x", stub));
            far.rebind("x", stub);
            far.bind("y", stub);
            Naming.bind("//127.0.0.1:" + PORT + "/z", stub);
            expect(NullPointerException.class, "", () -> own.lookup(null));
            check(new TreeSet<>(Arrays.asList(far.list())).toString().equals("[x, y, z]"), "names");
            check(Naming.list("//127.0.0.1:" + PORT).length == 3, "names of Naming");
            Naming.unbind("//127.0.0.1:" + PORT + "/z");
            ((Cell) Naming.lookup("//127.0.0.1:" + PORT + "/y")).put(3);
            check(cell.get() == 3 && ((Cell) far.lookup("x")).get() == 3 && own.list().length == 2, "value");
            expect(MalformedURLException(), "", () -> Naming.lookup("//127.0.0.1:port/y"));
            break;
        case "twice":
            own = LocateRegistry.createRegistry(PORT);
            expect(ExportException.class, "ObjID already in use", () -> LocateRegistry.createRegistry(PORT));
            Cell one = new Plain();
            export(one);
            expect(ExportException.class, "object already exported", () -> export(one));
            try (ServerSocket s = new ServerSocket(PORT + 1)) {
                Exception e = expect(ExportException.class, "Port already in use: " + (PORT + 1), () -> UnicastRemoteObject.exportObject(new Plain(), PORT + 1));
                check(e.getCause() instanceof java.net.BindException, e.getCause());
            }
            UnicastRemoteObject.exportObject(new Plain(), PORT + 1);
            UnicastRemoteObject.exportObject(new Plain(), PORT + 1);
            expect(java.net.BindException.class, "in use", () -> new ServerSocket(PORT + 1));
            break;
        case "exceptions":
            stub = export(new Plain());
            Busy busy = (Busy) expect(Busy.class, "busy", () -> stub.fail("checked"));
            check(busy.code == 7, busy.code);
            check(busy.getStackTrace()[0].getMethodName().equals("fail"), Arrays.toString(busy.getStackTrace()));
            boolean caller = false;
            for (StackTraceElement e : busy.getStackTrace())
                caller |= e.getMethodName().equals("main");
            check(caller, "the stack of the caller");
            expect(IllegalStateException.class, "not now", () -> stub.fail("runtime"));
            Exception remote = expect(ServerException.class, "RemoteException occurred in server thread", () -> stub.fail("remote"));
            check(remote.getCause().getMessage().equals("far away"), remote.getCause());
            Exception error = expect(ServerError.class, "Error occurred in server thread", () -> stub.fail("error"));
            check(error.getCause() instanceof StackOverflowError, error.getCause());
            Exception sly = expect(UnexpectedException.class, "unexpected exception", () -> stub.fail("sly"));
            check(sly.getCause() instanceof IOException, sly.getCause());
            break;
        case "copies":
            stub = export(cell = new Plain());
            Note note = new Note(), back;
            note.next = note;
            back = (Note) stub.echo(note);
            check(note.number == 0 && back.number == 1 && back.next == back && back != note, "copies");
            check(back.numbers != note.numbers && back.numbers[1] == 2, "arrays");
            check(stub.echo(null) == null && stub.echo("text").equals("text"), "simple ones");
            check(stub.echo(new ArrayList<>(Arrays.asList(1, 2))).equals(Arrays.asList(1, 2)), "lists");
            check(stub.mixed(true, 'a', (byte) 1, (short) 2, 3, 4, 5.5f, 6.5, "seven") == 124, "numbers");
            break;
        case "marshal":
            stub = export(new Plain());
            Exception out = expect(MarshalException.class, "error marshalling arguments", () -> stub.echo(new Object()));
            check(out.getCause() instanceof NotSerializableException, out.getCause());
            break;
        case "stubs":
            stub = export(cell = new Plain());
            check(stub.self() != cell && stub.self().equals(stub) && stub.self().hashCode() == stub.hashCode(), "itself");
            check(stub.echo(cell).equals(stub) && RemoteObject.toStub(cell).equals(stub), "stub");
            check(!stub.equals(cell) && stub instanceof java.lang.reflect.Proxy, "proxy");
            other = stub.fresh();
            other.put(2);
            check(stub.call(other, 3) == 5 && other.get() == 5 && !other.equals(stub), "another one");
            expect(NoSuchObjectException.class, "object not exported", () -> RemoteObject.toStub(new Plain()));
            expect(ServerNotActiveException.class, "", () -> RemoteServer.getClientHost());
            break;
        case "inherited":
            Inherited in = new Inherited();
            Cell in2 = (Cell) RemoteObject.toStub(in);
            in2.add(4);
            check(in.get() == 4 && in2.self().equals(in2), "inherited");
            check(in2.fresh().add(1) == 1, "fresh");
            break;
        case "unexport":
            stub = export(cell = new Plain());
            Cell gone = cell;
            check(stub.add(1) == 1, "before");
            while (!UnicastRemoteObject.unexportObject(cell, false)) { /* the call was answered, and still runs */
            }
            expect(NoSuchObjectException.class, "no such object in table", () -> stub.add(1));
            expect(NoSuchObjectException.class, "object not exported", () -> UnicastRemoteObject.unexportObject(gone, true));
            check(cell.get() == 1 && export(cell).add(1) == 2, "again");
            expect(NoSuchObjectException.class, "", () -> stub.get());
            break;
        case "unexport-answered": /* right behind a call: it may still run */
            stub = export(cell = new Plain());
            check(stub.add(1) == 1, "before");
            check(UnicastRemoteObject.unexportObject(cell, false), "unexported");
            break;
        case "leave": /* from inside: a call of its own runs */
            stub = export(cell = new Plain());
            check(!stub.leave(false) && stub.get() == 0, "busy");
            check(stub.leave(true), "by force");
            expect(NoSuchObjectException.class, "no such object", () -> stub.get());
            break;
        case "ends": /* and so does the program */
            stub = export(cell = new Plain());
            stub.put(1);
            UnicastRemoteObject.unexportObject(cell, false);
            System.out.println("done");
            return;
        case "rests":
            export(new Plain()).put(1);
            return;
        case "registry-ends": /* a registry does not keep a program */
            LocateRegistry.createRegistry(PORT);
            System.out.println("done");
            return;
        case "in-order": {
            Plain p = new Plain();
            p.value = 5;
            stub = export(p);
            stub.add(1);
            check(p.value == 6, p.value);
            p.value = 8;
            stub.add(1);
            check(p.value == 9, p.value);
            break;
        }
        case "together":
            stub = export(cell = new Locked());
            Thread adder = start("adder", () -> stub.add(1));
            stub.add(2);
            adder.join();
            check(stub.get() == 3, stub.get());
            break;
        case "racing":
            stub = export(new Plain());
            Thread racer = start("racer", () -> stub.add(1));
            stub.add(2);
            racer.join();
            break;
        case "check-then-act":
            stub = export(new Locked());
            Thread actor = start("actor", () -> stub.put(stub.get() + 1));
            stub.put(stub.get() + 1);
            actor.join();
            check(stub.get() == 2, "an update is lost");
            break;
        case "changed-meanwhile": { /* while it is sent */
            Note n = new Note();
            stub = export(new Plain());
            Thread t = start("changer", () -> n.number = 5);
            stub.echo(n);
            t.join();
            break;
        }
        case "sent-first": {
            Note n = new Note();
            stub = export(new Plain());
            stub.echo(n);
            Thread t = start("changer", () -> n.number = 5);
            t.join();
            check(((Note) stub.echo(n)).number == 6, n.number);
            break;
        }
        case "callback": /* each has its own lock, and wants the other's */
            Cell left = export(new Locked()), right = export(new Locked());
            Thread caller2 = start("caller", () -> left.call(right, 1));
            right.call(left, 1);
            caller2.join();
            break;
        case "callback-self": /* by another thread: its lock is held */
            stub = export(new Locked());
            stub.call(stub, 1);
            break;
        case "holding": /* the caller has the lock that the method needs */
            stub = export(cell = new Locked());
            synchronized (cell) {
                stub.add(1);
            }
            break;
        case "early": { /* is it bound before somebody asks? */
            own = LocateRegistry.createRegistry(PORT);
            Thread binder = start("binder", () -> own.rebind("x", export(new Plain())));
            ((Cell) there().lookup("x")).put(1);
            binder.join();
            break;
        }
        case "unexport-race": {
            stub = export(cell = new Locked());
            Cell target = cell;
            Thread ender = start("ender", () -> UnicastRemoteObject.unexportObject(target, true));
            try {
                stub.add(1);
                System.out.println("called");
            } catch (NoSuchObjectException e) {
                System.out.println("gone");
            }
            ender.join();
            break;
        }
        case "unexport-early": {
            stub = export(cell = new Locked());
            Cell target = cell;
            Thread ender = start("ender", () -> UnicastRemoteObject.unexportObject(target, true));
            stub.add(1);
            ender.join();
            break;
        }
        case "unexport-late": {
            stub = export(cell = new Locked());
            Cell target = cell;
            Thread ender = start("ender", () -> UnicastRemoteObject.unexportObject(target, true));
            expect(NoSuchObjectException.class, "", () -> stub.add(1));
            ender.join();
            break;
        }
        case "unbound": {
            own = LocateRegistry.createRegistry(PORT);
            own.rebind("x", export(new Plain()));
            Thread unbinder = start("unbinder", () -> own.unbind("x"));
            there().lookup("x");
            unbinder.join();
            break;
        }
        case "unexport-busy": {
            stub = export(cell = new Locked());
            Cell target = cell;
            Thread ender = start("ender", () -> System.out.println(UnicastRemoteObject.unexportObject(target, false)));
            try {
                stub.add(1);
            } catch (NoSuchObjectException e) {
                System.out.println("gone");
            }
            ender.join();
            break;
        }
        case "no-registry": {
            own = LocateRegistry.createRegistry(PORT);
            check(UnicastRemoteObject.unexportObject(own, true), "unexported");
            expect(java.rmi.ConnectException.class, "refused", () -> there().list());
            LocateRegistry.createRegistry(PORT);
            check(there().list().length == 0, "anew");
            break;
        }
        case "thread-local": {
            ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> 0);
            local.set(5);
            Cell c = new Plain() {
                public int get() {
                    return local.get();
                }
            };
            check(export(c).get() == 0 && c.get() == 5, "a thread of its own");
            break;
        }
        case "quit":
            export(new Plain()).quit();
            check(false, "it goes on");
            break;
        case "loud":
            export(new Plain()).echo(new Loud());
            break;
        case "factories":
            UnicastRemoteObject.exportObject(new Plain(), 0, RMISocketFactory.getDefaultSocketFactory(), null);
            break;
        case "socket-of-rmi":
            LocateRegistry.createRegistry(PORT);
            new java.net.Socket("127.0.0.1", PORT);
            break;
        case "registry-of-socket":
            try (ServerSocket s = new ServerSocket(PORT)) {
                there().lookup("x");
            }
            break;
        default:
            throw new IllegalArgumentException(name);
        }
        System.out.println("done");
        System.exit(0);
    }

    static Class<? extends Exception> MalformedURLException() {
        return java.net.MalformedURLException.class;
    }

    public static void main(String[] args) throws Exception {
        run(args[0]);
    }
}
