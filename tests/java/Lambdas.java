/* Lambdas and method references of all kinds: what is printed must be what it is
   without Sett. */

import java.io.Serializable;
import java.util.*;
import java.util.concurrent.Callable;
import java.util.function.*;

public class Lambdas {
    interface Wide { double mix(long a, double b, int c, float d, short e, byte f, char g, boolean h); }
    private interface Hidden<T extends Number> { T give(T t) throws Exception; }
    interface Default { String name(); default Supplier<String> twice() { return () -> name() + name(); } }
    interface Tri<A, B, C, R> { R apply(A a, B b, C c); }
    enum Op implements IntBinaryOperator {
        ADD((a, b) -> a + b), MUL((a, b) -> a * b), MAX(Math::max);
        final IntBinaryOperator f;
        Op(IntBinaryOperator f) { this.f = f; }
        @Override public int applyAsInt(int a, int b) { return f.applyAsInt(a, b); }
    }

    static class Base {
        protected String who() { return "base"; }
        private String own(String s) { return "own " + s; }
        Function<String, String> bound() { return this::own; }
    }

    static class Derived extends Base {
        @Override protected String who() { return "derived"; }
        Supplier<String> above() { return super::who; }
        Supplier<String> here() { return this::who; }
        Supplier<Supplier<String>> nested(long n, double d) { return () -> () -> who() + n + d; }
    }

    static class Pair<A, B> {
        final A a;
        final B b;
        Pair(A a, B b) { this.a = a; this.b = b; }
        @Override public String toString() { return a + "/" + b; }
    }

    static final Supplier<String> EARLY = () -> "early";
    static int calls;
    int field = 5;

    static void say(Object o) { System.out.println(o); }
    static int count() { return ++calls; }
    static String join(String... all) { return String.join("+", all); }
    static <T extends Comparable<T>> T larger(T a, T b) { return a.compareTo(b) > 0 ? a : b; }
    private static long half(long n) { return n / 2; }

    void instances() {
        Runnable r = () -> field++;
        r.run();
        IntSupplier s = () -> field;
        say(s.getAsInt());
        Runnable inner = new Runnable() {
            int n = 1;
            @Override public void run() { Supplier<Integer> t = () -> n + field; say(t.get()); }
        };
        inner.run();
        class Local { int k = field; IntUnaryOperator f = x -> x + k + field; }
        say(new Local().f.applyAsInt(1));
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    static void casts() {
        Function f = (Function<String, Integer>) String::length;
        try {
            f.apply(1);
            say("no cast");
        } catch (ClassCastException e) {
            say("cast");
        }
        Supplier<List<String>> lists = ArrayList::new;
        List raw = lists.get();
        raw.add(3);
        Function<List<String>, String> first = l -> l.get(0);
        try {
            first.apply(raw);
            say("no cast");
        } catch (ClassCastException e) {
            say("cast");
        }
        Supplier<Object> none = null;
        try {
            Supplier<String> s = none::toString;
            say(s.get());
        } catch (NullPointerException e) {
            say("null");
        }
    }

    static void references() throws Exception {
        Function<String, Integer> parse = Integer::parseInt; // boxes
        ToIntFunction<String> length = String::length;
        Function<String, String> trim = String::trim;
        BiFunction<String, String, Boolean> equals = String::equals;
        BiFunction<Integer, String, Pair<Integer, String>> pair = Pair::new;
        IntFunction<int[]> array = int[]::new;
        Consumer<String> drops = new StringBuilder("x")::append;
        Runnable counts = Lambdas::count; // the result is dropped
        LongUnaryOperator half = Lambdas::half;
        Tri<String, String, String, String> varargs = Lambdas::join;
        BinaryOperator<String> larger = Lambdas::larger;
        Comparator<String> order = Comparator.comparing(String::length);
        UnaryOperator<List<String>> identity = UnaryOperator.identity();
        Callable<Thread> current = Thread::currentThread;
        Supplier<Map<String, List<Integer>>> maps = TreeMap::new;
        ObjIntConsumer<List<Integer>> removes = List::remove;
        List<Integer> numbers = new ArrayList<>(List.of(4, 5, 6));
        removes.accept(numbers, 1);
        drops.accept("y");
        counts.run();
        say(parse.apply("12") + length.applyAsInt("four") + trim.apply(" a ") + equals.apply("a", "a"));
        say(pair.apply(1, "one") + " " + array.apply(3).length + " " + calls + " " + half.applyAsLong(9));
        say(varargs.apply("a", "b", "c") + larger.apply("p", "q") + order.compare("aa", "b") + numbers);
        say(identity.apply(List.of("z")) + " " + (current.call() == Thread.currentThread()) + maps.get());
        Map<String, Integer> map = new TreeMap<>();
        map.computeIfAbsent("k", String::length);
        map.merge("k", 5, Integer::sum);
        say(map);
    }

    public static void main(String[] args) throws Exception {
        long big = 1L << 40;
        double real = 2.5;
        byte small = -3;
        char letter = 'x';
        boolean truth = true;
        float single = 1.5f;
        String text = "text";
        int[] numbers = {1, 2, 3};
        Wide wide = (a, b, c, d, e, f, g, h) -> a + b + c + d + e + f + g + (h ? 1 : 0) + big + real;
        say(wide.mix(1, 2, 3, 4, (short) 5, (byte) 6, 'g', true));
        Supplier<String> many = () -> big + " " + real + " " + small + letter + truth + single + text + numbers.length;
        say(many.get());
        Hidden<Integer> hidden = n -> n * 2;
        say(hidden.give(21));
        Default d = () -> "default";
        say(d.twice().get() + EARLY.get());
        for (Op op : Op.values())
            say(op.applyAsInt(3, 4));
        say(new Derived().above().get() + new Derived().here().get() + new Derived().nested(7, 0.5).get().get());
        say(new Base().bound().apply("it"));
        Runnable both = (Runnable & Serializable) () -> say("both");
        both.run();
        Supplier<Runnable> maker = () -> () -> say("made");
        maker.get().run();
        Supplier<?>[] same = new Supplier<?>[2];
        for (int i = 0; i < 2; i++)
            same[i] = () -> "one";
        say(same[0] == same[1]);
        new Lambdas().instances();
        casts();
        references();
        Thread t = new Thread(Lambdas::count);
        t.start();
        t.join();
        say(calls);
    }
}
