/* What clients know of an account. */

import java.rmi.Remote;
import java.rmi.RemoteException;

public interface Account extends Remote {
    int deposit(int amount) throws RemoteException;
}
