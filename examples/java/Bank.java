/* expect: deadlock

   Two transfers in opposite directions: each has one account and wants the
   other one. */

public class Bank {
    static class Account {
        int balance;

        Account(int balance) {
            this.balance = balance;
        }
    }

    static void transfer(Account from, Account to, int amount) {
        synchronized (from) {
            synchronized (to) {
                from.balance -= amount;
                to.balance += amount;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Account a = new Account(100), b = new Account(100);
        Thread there = new Thread(() -> transfer(a, b, 10), "there");
        Thread back = new Thread(() -> transfer(b, a, 20), "back");
        there.start();
        back.start();
        there.join();
        back.join();
        assert a.balance + b.balance == 200;
    }
}
