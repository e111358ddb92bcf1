// expect: verified
//
// Who registers a function for the end comes after the other thread has done so;
// a static object of a function's is there before the function that uses it is
// registered, and what was done to it before is seen at the end.

#include <cassert>
#include <cstdlib>
#include <thread>

static bool closed;

struct journal {
  int lines = 0;
  ~journal () {
    assert (!closed && lines == 1);
    closed = true;
  }
};

static journal &one () {
  static journal it;
  return it;
}

static void look () {
  assert (!closed);
}

int main () {
  std::thread other ([] { one ().lines = 1; });
  other.join ();
  std::atexit (look);
  std::thread another ([] { one (); });
  another.detach ();
}
