/* expect: verified
   expect: verified
   options: -DTHROWS
   expect: misuse
   options: -DITSELF
   native: no

   A static variable of a function, which two threads want first. */

#include <cassert>
#include <thread>

static int made;

struct thing {
  int number;
  thing ();
};

static thing &get () {
  static thing one;
  return one;
}

thing::thing () : number (++made) {
#ifdef THROWS
  if (number == 1)
    throw 1;
#endif
#ifdef ITSELF
  if (number == 1)
    get ();
#endif
}

static void run () {
  try {
    assert (get ().number == made);
  } catch (int) {
  }
}

int main () {
  std::thread a (run), b (run);
  a.join ();
  b.join ();
#ifdef THROWS
  assert (made == 2);
#else
  assert (made == 1);
#endif
}
