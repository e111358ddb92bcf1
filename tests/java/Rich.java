/* Many features of the language at once: records, sealed types, inner classes,
   lambdas, streams, text blocks, arrays of all kinds. */

import java.util.*;
import java.util.concurrent.*;
import java.util.stream.*;
public class Rich {
    record Point(int x, int y) { Point { if (x < 0) throw new IllegalArgumentException(); } }
    enum Kind { A, B; Kind other() { return this == A ? B : A; } }
    sealed interface Shape permits Circle, Square { double area(); }
    record Circle(double r) implements Shape { public double area() { return Math.PI * r * r; } }
    record Square(double s) implements Shape { public double area() { return s * s; } }
    static final Map<String, Integer> table = new TreeMap<>();
    static { for (String s : "a b c".split(" ")) table.put(s, s.hashCode()); }
    private int hidden = 3;
    class Inner { int get() { return hidden++; } }
    static class Res implements AutoCloseable { public void close() { System.out.printf("closed %d%n", 1); } }
    static ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> 7);
    public static void main(String[] a) throws Exception {
        List<Shape> shapes = List.of(new Circle(1), new Square(2));
        double sum = shapes.stream().mapToDouble(Shape::area).sum();
        String text = String.format("%.2f %s %s", sum, Kind.A.other(), new Point(1, 2));
        Object lock = new Object();
        StringBuilder out = new StringBuilder();
        Thread[] ts = IntStream.range(0, 3).mapToObj(i -> new Thread(() -> {
            local.set(i);
            synchronized (lock) { out.append(i).append(local.get()); }
        })).toArray(Thread[]::new);
        for (Thread t : ts) t.start();
        for (Thread t : ts) t.join();
        try (Res r = new Res()) { System.out.println(new Rich().new Inner().get() + text); }
        switch (a.length == 0 ? "none" : a[0]) { case "none": System.out.println(out.length()); break; default: throw new Error(); }
        var m = new ConcurrentSkipListMap<Integer, String>(); m.put(1, "x");
        System.out.println(table + " " + m + """
            block""" + new ArrayList<>(Arrays.asList(3, 1, 2)).stream().sorted().collect(Collectors.toList()));
        long[] big = new long[5000]; for (int i = 0; i < big.length; i++) big[i] = i; assert big[4999] == 4999;
        int[][] grid = new int[3][4]; grid[1][2] = 5; assert grid[1][2] == 5;
        double d = 0; d += grid[1][2]; float f = (float) d; assert f == 5f;
    }
}
