/* expect: verified

   Accounts as remote objects: a transfer has left its own when it calls the
   other one.  The program rests in the end, since they are still exported. */

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;

public class RemoteBank {
    public interface Account extends Remote {
        void deposit(int amount) throws RemoteException;
        void transfer(Account to, int amount) throws RemoteException;
    }

    static class Savings implements Account {
        private int balance = 100;

        public synchronized void deposit(int amount) {
            balance += amount;
        }

        public void transfer(Account to, int amount) throws RemoteException {
            deposit(-amount);
            to.deposit(amount);
        }
    }

    static void transfer(String from, String to) {
        try {
            Registry registry = LocateRegistry.getRegistry("localhost", 7000);
            ((Account) registry.lookup(from)).transfer((Account) registry.lookup(to), 10);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        Registry registry = LocateRegistry.createRegistry(7000);
        for (String name : new String[] {"ann", "bob"})
            registry.bind(name, UnicastRemoteObject.exportObject(new Savings(), 0));
        Thread there = new Thread(() -> transfer("ann", "bob"), "there");
        Thread back = new Thread(() -> transfer("bob", "ann"), "back");
        there.start();
        back.start();
    }
}
