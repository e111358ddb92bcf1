/* A random program of threads that wait busily: for values of four variables, by
   loops of many forms.  The same for the same seed.

   usage: RandomBusy SEED
          RandomBusy reference FIRST COUNT: what such programs can end with, found by
   trying every order on a model of them (a look at a variable is a step) */

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;

public class RandomBusy {
    static final int SET = 0, ADD = 1, READ = 2, WAIT = 3, EITHER = 4, TAKE = 5, TRY = 6, FORMS = 8;
    static final int[] KINDS = {SET, SET, SET, ADD, READ, WAIT, WAIT, EITHER, TAKE, TRY};

    /* What to do: with which variable, which value, in which form. */
    static class Step {
        int kind, variable, value, other, second, form;
    }

    static long state;

    static int draw(int below) {
        state = state * 6364136223846793005L + 1442695040888963407L;
        return (int) (state >>> 33) % below;
    }

    /* The third variable is for TAKE and ADD: those change it in one step. */
    static Step[][] generate(long seed) {
        state = seed * 77 + 1;
        draw(2);
        Step[][] all = new Step[2 + draw(2)][];
        for (int i = 0; i < all.length; i++) {
            all[i] = new Step[1 + draw(4)];
            for (int j = 0; j < all[i].length; j++) {
                Step s = all[i][j] = new Step();
                s.kind = KINDS[draw(KINDS.length)];
                s.variable = s.kind == TAKE || s.kind == ADD ? 2 : draw(4);
                s.value = draw(2 + draw(2));
                s.other = draw(2 + draw(2));
                s.second = draw(4);
                s.form = draw(FORMS);
            }
        }
        return all;
    }

    /*--------------------------------------------------------------------*/

    volatile int first, second;
    final AtomicInteger third = new AtomicInteger();
    int fourth; // by a monitor

    int get(int variable) {
        if (variable == 3)
            synchronized (this) {
                return fourth;
            }
        return variable == 0 ? first : variable == 1 ? second : third.get();
    }

    void set(int variable, int value) {
        if (variable == 0)
            first = value;
        else if (variable == 1)
            second = value;
        else if (variable == 2)
            third.set(value);
        else
            synchronized (this) {
                fourth = value;
            }
    }

    void await(int v, int value, int form) throws InterruptedException {
        switch (form) {
        case 0:
            while (get(v) != value) {
            }
            break;
        case 1:
            do
                Thread.onSpinWait();
            while (get(v) != value);
            break;
        case 2:
            while (get(v) != value)
                Thread.yield();
            break;
        case 3:
            for (;;) {
                int now = get(v);
                if (now == value)
                    break;
                Thread.sleep(1);
            }
            break;
        case 4: {
            long now = value + 1;
            while (now != value)
                now = get(v);
            break;
        }
        case 5:
            for (boolean found = false; !found;)
                found = get(v) == value;
            break;
        case 6: {
            Integer now;
            do {
                now = get(v);
            } while (now != value);
            break;
        }
        default:
            while (true) {
                if (get(v) != value)
                    continue;
                return;
            }
        }
    }

    String run(Step s) throws InterruptedException {
        switch (s.kind) {
        case SET:
            set(s.variable, s.value);
            return "";
        case ADD:
            return "a" + third.incrementAndGet();
        case READ:
            return "r" + get(s.variable);
        case WAIT:
            await(s.variable, s.value, s.form);
            return "w";
        case EITHER:
            while (get(s.variable) != s.value && get(s.second) != s.other) {
            }
            return "e";
        case TAKE:
            while (!third.compareAndSet(s.value, s.other)) {
            }
            return "t";
        default: {
            int left = 2;
            while (left > 0 && get(s.variable) != s.value)
                left = left - 1;
            return "l" + left;
        }
        }
    }

    public static void main(String[] a) throws Exception {
        if (a[0].equals("reference")) {
            for (long seed = Long.parseLong(a[1]), i = 0; i < Integer.parseInt(a[2]); i++)
                reference(seed + i);
            return;
        }
        Step[][] all = generate(Long.parseLong(a[0]));
        RandomBusy shared = new RandomBusy();
        String[] seen = new String[all.length];
        Thread[] threads = new Thread[all.length];
        for (int i = 0; i < all.length; i++) {
            int mine = i;
            threads[i] = new Thread(() -> {
                String text = "";
                try {
                    for (Step s : all[mine])
                        text += shared.run(s);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                seen[mine] = text;
            });
            threads[i].start();
        }
        for (Thread t : threads)
            t.join();
        System.out.println(String.join(" ", seen) + " " + shared.first + shared.second + shared.third + shared.fourth);
    }

    /*--------------------------------------------------------------------*/
    /* The model. */

    static class World {
        int[] values = new int[4];
        int[] step, place; // of each thread; inside of the step
        String[] seen;

        World(int threads) {
            step = new int[threads];
            place = new int[threads];
            seen = new String[threads];
            Arrays.fill(seen, "");
        }

        World copy() {
            World w = new World(step.length);
            w.values = values.clone();
            w.step = step.clone();
            w.place = place.clone();
            w.seen = seen.clone();
            return w;
        }

        String key() {
            return Arrays.toString(values) + Arrays.toString(step) + Arrays.toString(place) + Arrays.toString(seen);
        }

        void end(int thread, String text) {
            seen[thread] += text;
            step[thread]++;
            place[thread] = 0;
        }

        /* One look, or one change. */
        void go(int thread, Step s) {
            switch (s.kind) {
            case SET:
                values[s.variable] = s.value;
                end(thread, "");
                break;
            case ADD:
                end(thread, "a" + ++values[2]);
                break;
            case READ:
                end(thread, "r" + values[s.variable]);
                break;
            case WAIT:
                if (values[s.variable] == s.value)
                    end(thread, "w");
                break;
            case EITHER:
                if (place[thread] == 0 ? values[s.variable] == s.value : values[s.second] == s.other)
                    end(thread, "e");
                else
                    place[thread] = 1 - place[thread];
                break;
            case TAKE:
                if (values[2] == s.value) {
                    values[2] = s.other;
                    end(thread, "t");
                }
                break;
            default:
                if (values[s.variable] == s.value)
                    end(thread, "l" + (2 - place[thread]));
                else if (++place[thread] == 2)
                    end(thread, "l0");
            }
        }
    }

    /* Nobody gets on, however often they look. */
    static boolean isStuck(World w, Step[][] all) {
        boolean some = false;
        for (int i = 0; i < all.length; i++) {
            if (w.step[i] == all[i].length)
                continue;
            some = true;
            World alone = w.copy();
            for (int k = 0; k < 4; k++)
                if (alone.step[i] == w.step[i])
                    alone.go(i, all[i][w.step[i]]);
            if (alone.step[i] != w.step[i])
                return false;
        }
        return some;
    }

    static void reference(long seed) {
        Step[][] all = generate(seed);
        Set<String> known = new HashSet<>(), outcomes = new TreeSet<>();
        ArrayDeque<World> open = new ArrayDeque<>();
        open.add(new World(all.length));
        while (!open.isEmpty()) {
            World w = open.poll();
            if (!known.add(w.key()))
                continue;
            boolean ended = true;
            for (int i = 0; i < all.length; i++)
                if (w.step[i] < all[i].length) {
                    World next = w.copy();
                    next.go(i, all[i][w.step[i]]);
                    open.add(next);
                    ended = false;
                }
            if (ended)
                outcomes.add("ended | " + String.join(" ", w.seen) + " " + w.values[0] + w.values[1] + w.values[2] + w.values[3]);
            if (isStuck(w, all))
                outcomes.add("livelock");
        }
        System.out.println(seed + ": " + String.join(" / ", outcomes));
    }
}
