/* expect: verified

   Readers may be in at the same time, a writer is alone. */

public class ReadersWriters {
    private int readers;
    private boolean writing;
    private int page;

    synchronized void beginRead() throws InterruptedException {
        while (writing)
            wait();
        readers++;
    }

    synchronized void endRead() {
        if (--readers == 0)
            notifyAll();
    }

    synchronized void beginWrite() throws InterruptedException {
        while (writing || readers > 0)
            wait();
        writing = true;
    }

    synchronized void endWrite() {
        writing = false;
        notifyAll();
    }

    void read() {
        try {
            beginRead();
            assert page >= 0;
            endRead();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    void write() {
        try {
            beginWrite();
            page++;
            endWrite();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ReadersWriters room = new ReadersWriters();
        Thread[] threads = {new Thread(room::read, "reader"), new Thread(room::write, "writer"),
                            new Thread(room::write, "other writer")};
        for (Thread t : threads)
            t.start();
        for (Thread t : threads)
            t.join();
        assert room.page == 2;
    }
}
