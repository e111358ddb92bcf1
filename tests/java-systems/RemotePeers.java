/* Processes that call each other's objects: the first argument is what one does, and
   cases.tsv says what comes of them together. */

import java.io.Serializable;
import java.rmi.*;
import java.rmi.registry.*;
import java.rmi.server.UnicastRemoteObject;

public class RemotePeers {
    static final int PORT = 7000;

    public static class Note implements Serializable {
        int number;
        static int count;
    }

    public interface Desk extends Remote {
        int add(int n) throws RemoteException;
        Note pass(Note n) throws RemoteException;
        int ask(Desk other, int n) throws RemoteException;
        void leave() throws RemoteException;
        Desk here() throws RemoteException;
    }

    static class Free implements Desk {
        int value;

        public int add(int n) throws RemoteException {
            return value += n;
        }

        public Note pass(Note n) {
            n.number++;
            Note.count++;
            return n;
        }

        public int ask(Desk other, int n) throws RemoteException {
            return other.add(n);
        }

        public void leave() {
            System.exit(0);
        }

        public Desk here() {
            return this;
        }
    }

    static class Locked extends Free {
        public synchronized int add(int n) throws RemoteException {
            return super.add(n);
        }

        public synchronized int ask(Desk other, int n) throws RemoteException {
            return super.ask(other, n);
        }
    }

    static Desk export(Desk d) throws RemoteException {
        return (Desk) UnicastRemoteObject.exportObject(d, 0);
    }

    static Desk find(String name) throws Exception {
        return (Desk) LocateRegistry.getRegistry("127.0.0.1", PORT).lookup(name);
    }

    static void serve(Desk d) throws Exception {
        LocateRegistry.createRegistry(PORT).rebind("desk", export(d));
    }

    /* Null: nobody is there, or not yet. */
    static Desk tryFind(String name) throws Exception {
        try {
            return find(name);
        } catch (java.rmi.ConnectException | NotBoundException e) {
            return null;
        }
    }

    public static void main(String[] args) throws Exception {
        Desk d;
        switch (args[0]) {
        case "server":
            serve(new Locked());
            break;
        case "free-server":
            serve(new Free());
            break;
        case "leaving-server":
            serve(new Free());
            System.exit(0);
            break;
        case "client":
            find("desk").add(1);
            break;
        case "polite":
            d = tryFind("desk");
            System.out.println(d == null ? "closed" : "" + d.add(1));
            break;
        case "copies":
            d = tryFind("desk");
            if (d == null)
                break;
            Note note = new Note(), back = d.pass(note);
            if (note.number != 0 || back.number != 1 || Note.count != 0 || !d.here().equals(d))
                throw new AssertionError("not a copy");
            break;
        case "caller": /* whose own object is called back, while its lock is held */
            d = tryFind("desk");
            if (d == null)
                break;
            Desk own = new Locked(), mine = export(own);
            if (args.length > 1)
                synchronized (own) {
                    d.ask(mine, 1);
                }
            else
                System.out.println(d.ask(mine, 1));
            UnicastRemoteObject.unexportObject(own, true);
            break;
        case "crossing": /* each asks the other's object to ask its own */
            Desk locked = new Locked(), stub = export(locked);
            Registry r = LocateRegistry.createRegistry(PORT + args[1].length());
            r.rebind("desk", stub);
            try {
                d = (Desk) LocateRegistry.getRegistry("127.0.0.1", PORT + args[2].length()).lookup("desk");
            } catch (java.rmi.ConnectException | NotBoundException e) {
                break;
            }
            stub.ask(d, 1);
            break;
        case "quitter": /* the process of the object ends, and others notice */
            d = tryFind("desk");
            if (d == null)
                break;
            try {
                d.leave();
                System.out.println("came back");
            } catch (UnmarshalException e) {
                System.out.println("lost");
            } catch (java.rmi.ConnectException e) {
                System.out.println("gone before");
            }
            break;
        case "careful":
            try {
                find("desk").add(1);
                System.out.println("done");
            } catch (RemoteException | NotBoundException e) {
                System.out.println(e.getClass().getSimpleName());
            }
            break;
        case "binder": /* to a registry of another process */
            try {
                LocateRegistry.getRegistry("127.0.0.1", PORT).rebind("desk", export(new Locked()));
            } catch (java.rmi.ConnectException e) {
                System.exit(0);
            }
            break;
        default:
            throw new IllegalArgumentException(args[0]);
        }
    }
}
