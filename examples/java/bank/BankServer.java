/* An account in a registry of its own.  Each client's call runs in a thread of its
   own, so that a hasty one, without a lock, has a data race. */

import java.rmi.registry.LocateRegistry;
import java.rmi.server.UnicastRemoteObject;

public class BankServer {
    static class Hasty implements Account {
        private int balance;

        public int deposit(int amount) {
            balance += amount;
            return balance;
        }
    }

    static class Careful extends Hasty {
        @Override
        public synchronized int deposit(int amount) {
            return super.deposit(amount);
        }
    }

    public static void main(String[] args) throws Exception {
        Account account = args[1].equals("hasty") ? new Hasty() : new Careful();
        Account stub = (Account) UnicastRemoteObject.exportObject(account, 0);
        LocateRegistry.createRegistry(Integer.parseInt(args[0])).bind("account", stub);
    }
}
