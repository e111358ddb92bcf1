/* A native library of a checked Java program: what it does nobody sees. */

void Java_Hostile_touch (void *env, void *class);

void Java_Hostile_touch (void *env, void *class) {
  (void)env, (void)class;
}
