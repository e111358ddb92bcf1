// expect: assertion
// expect: assertion
// options: -DQUICK
// expect: assertion
// options: -DLATE
//
// Two threads register functions for the end (one of them by making a static
// object of a function): the last one runs first, but who is the last?  Or one is
// registered when the program ends, and may run or not.

#include <cassert>
#include <cstdlib>
#include <thread>

static bool closed;

struct journal {
  ~journal () {
    assert (!closed);
    closed = true;
  }
};

static void write_journal () {
  static journal one;
}

static void look () {
  assert (!closed);
}

static void shut () {
  closed = true;
}

int main () {
#if defined LATE
  std::atexit (look);
  std::thread other ([] { std::atexit (shut); });
  other.detach ();
#elif defined QUICK
  std::thread other ([] { std::at_quick_exit (look); });
  std::at_quick_exit (shut);
  other.join ();
  std::quick_exit (0);
#else
  std::thread other ([] { std::atexit (look); });
  write_journal ();
  other.join ();
#endif
}
