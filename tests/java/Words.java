/* What programs say to their checker: what is expected is in the script. */

import gov.nasa.jpf.vm.Verify;
import sett.Sett;

public class Words {
    static volatile int v;
    static final Object lock = new Object();
    int x;

    static void both(Runnable first, Runnable second) throws InterruptedException {
        Thread t = new Thread(first);
        t.start();
        second.run();
        t.join();
    }

    static void twice() {
        v = v + 1;
        v = v + 1;
    }

    static void locked() {
        synchronized (lock) {
            twice();
        }
    }

    public static void main(String[] args) throws Exception {
        Words w = new Words();
        switch (args[0]) {
        case "choose":
            v = Sett.choose(3) * 2 + Sett.choose(2);
            break;
        case "assert":
            Sett.assertTrue(Sett.choose(3) != 2, "not two");
            break;
        case "assume": {
            int n = Sett.choose(4);
            Sett.assume(n != 1);
            assert n != 1;
            break;
        }
        case "atomic":
            both(() -> Sett.atomic(Words::twice), () -> Sett.atomic(Words::twice));
            assert v == 4;
            break;
        case "not-atomic":
            both(Words::twice, () -> Sett.atomic(Words::twice));
            assert v == 4;
            break;
        case "atomic-waits": // for one who has the lock: others go on then
            both(Words::locked, () -> Sett.atomic(Words::locked));
            assert v == 4;
            break;
        case "atomic-throws":
            try {
                Sett.atomic(() -> { throw new IllegalStateException(); });
            } catch (IllegalStateException e) {
                both(Words::twice, Words::locked);
                assert v == 4;
            }
            break;
        case "unshared":
            Sett.unshared(w);
            both(() -> w.x = 1, () -> w.x = 2);
            break;
        case "label":
            if (Sett.choose(2) == 1)
                Sett.label("here");
            break;
        case "checking":
            assert Sett.isChecking();
            break;
        case "jpf": {
            int n = Verify.getInt(2, 4) + (Verify.getBoolean() ? 10 : 0) + Verify.random(1);
            Verify.ignoreIf(n == 2);
            assert n >= 3 && n <= 15;
            break;
        }
        default:
            throw new IllegalArgumentException(args[0]);
        }
    }
}
