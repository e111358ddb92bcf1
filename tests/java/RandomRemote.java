/* A random program of threads that call the same remote objects, made from a number:
   what comes of it is printed, and a reduced search must find all of that.  Kinds:
   `remote' and `direct', the same calls of the objects themselves, have the same
   outcomes; `any' also has nested calls, names, and ends of exports. */

import java.rmi.*;
import java.rmi.registry.*;
import java.rmi.server.UnicastRemoteObject;
import java.util.Random;

public class RandomRemote {
    public interface Cell extends Remote {
        int get() throws RemoteException;
        int put(int n) throws RemoteException;
        int add(int n) throws RemoteException;
        int twice(Cell other, int n) throws RemoteException;
        int locked(Cell other, int n) throws RemoteException;
    }

    static class Object implements Cell {
        private int value;

        public synchronized int get() {
            return value;
        }

        public synchronized int put(int n) {
            int old = value;
            value = n;
            return old;
        }

        public synchronized int add(int n) {
            if (value > 5)
                throw new IllegalStateException("full");
            return value += n;
        }

        public int twice(Cell other, int n) throws RemoteException {
            return add(n) * 10 + other.add(n);
        }

        public synchronized int locked(Cell other, int n) throws RemoteException {
            value++;
            return other.add(n);
        }
    }

    static final int PORT = 7000;
    static Cell[] objects = new Cell[2], cells = new Cell[2];

    static String step(int what, int which, int n) throws Exception {
        Cell c = cells[which], other = cells[1 - which];
        switch (what) {
        case 0:
            return "g" + c.get();
        case 1:
            return "p" + c.put(n);
        case 2:
        case 3:
            return "a" + c.add(n);
        case 4:
            return "t" + c.twice(other, n);
        case 5:
            return "l" + c.locked(other, n);
        case 6:
            return "u" + UnicastRemoteObject.unexportObject(objects[which], n > 2);
        case 7:
            return "n" + ((Cell) LocateRegistry.getRegistry("127.0.0.1", PORT).lookup("x" + which)).get();
        case 8:
            LocateRegistry.getRegistry("127.0.0.1", PORT).rebind("x" + which, other);
            return "r";
        case 9:
            LocateRegistry.getRegistry("127.0.0.1", PORT).unbind("x" + which);
            return "d";
        default:
            return "s" + String.join(",", LocateRegistry.getRegistry("127.0.0.1", PORT).list());
        }
    }

    static void act(int what, int which, int n, StringBuilder said) {
        try {
            said.append(step(what, which, n)).append(' ');
        } catch (Exception e) {
            said.append(e.getClass().getSimpleName()).append(' ');
        }
    }

    public static void main(String[] args) throws Exception {
        Random random = new Random(Integer.parseInt(args[0]) * 7919L);
        int length = Integer.parseInt(args[1]);
        boolean direct = args[2].equals("direct"), any = args[2].equals("any");
        for (int i = 0; i < 2; i++) {
            objects[i] = new Object();
            cells[i] = direct ? objects[i] : (Cell) UnicastRemoteObject.exportObject(objects[i], 0);
        }
        if (any)
            LocateRegistry.createRegistry(PORT).bind("x0", cells[0]);
        Thread[] threads = new Thread[2 + (any ? 0 : random.nextInt(2))];
        StringBuilder[] said = new StringBuilder[threads.length];
        for (int i = 0; i < threads.length; i++) {
            int[][] plan = new int[threads.length == 2 ? length : 1][];
            for (int k = 0; k < plan.length; k++)
                plan[k] = new int[] {random.nextInt(any ? 11 : 5), random.nextInt(2), 1 + random.nextInt(4)};
            StringBuilder mine = said[i] = new StringBuilder();
            threads[i] = new Thread(() -> {
                for (int[] p : plan)
                    act(p[0], p[1], p[2], mine);
            });
        }
        for (Thread t : threads)
            t.start();
        for (Thread t : threads)
            t.join();
        System.out.println(String.join("| ", said) + "= " + objects[0].get() + " " + objects[1].get());
        System.exit(0);
    }
}
