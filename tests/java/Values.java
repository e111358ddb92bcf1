/* A race on a variable of each type, for what reports say of its value: the word
   says which. */

public class Values {
  int i;
  long j = -7;
  boolean z;
  char c = 'a';
  byte b = -1;
  float f;
  double d;
  String s = "x";
  Object o;
  static short sh;
  static Values self;
  static float[] floats = new float[3];
  static boolean[] flags = new boolean[2];
  int[] ints = {1, 2, 3};
  String[] strings = new String[1];

  void change(String which) {
    switch (which) {
      case "int" -> i = i + 5;
      case "long" -> j -= 3;
      case "boolean" -> z = !z;
      case "char" -> c++;
      case "byte" -> b--;
      case "float" -> f += 0.25f;
      case "double" -> d += 0.5;
      case "string" -> s = s + "abcdefghijklmno";
      case "object" -> o = this;
      case "static" -> sh += 2;
      case "static-object" -> self = this;
      case "floats" -> floats[1] += 1.5f;
      case "flags" -> flags[0] = !flags[0];
      case "ints" -> ints[2]++;
      case "strings" -> strings[0] = "";
      default -> throw new IllegalArgumentException(which);
    }
  }

  public static void main(String[] arguments) throws Exception {
    Values v = new Values();
    Thread t = new Thread(() -> {
      if (arguments.length > 1)
        System.out.println(v.i);
      else
        v.change(arguments[0]);
    });
    t.start();
    v.change(arguments[0]);
    t.join();
  }
}
