/* Pays in, if the bank is open. */

import java.rmi.ConnectException;
import java.rmi.NotBoundException;
import java.rmi.registry.LocateRegistry;

public class BankClient {
    public static void main(String[] args) throws Exception {
        try {
            Account account =
                (Account) LocateRegistry.getRegistry("localhost", Integer.parseInt(args[0])).lookup("account");
            int balance = account.deposit(10);
            assert balance == 10 || balance == 20;
        } catch (ConnectException | NotBoundException e) {
            System.out.println("closed");
        }
    }
}
