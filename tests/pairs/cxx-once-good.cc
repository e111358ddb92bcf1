// expect: verified
//
// C++: call_once, and a variable that is initialised when control first passes
// its declaration: both happen once, before anybody sees the value.

#include <cassert>
#include <mutex>
#include <thread>

static std::once_flag once;
static int value;

static int make () {
  return value + 1;
}

static void use () {
  std::call_once (once, [] { value += 42; });
  static int next = make ();
  assert (value == 42 && next == 43);
}

int main () {
  std::thread a (use);
  std::thread b (use);
  a.join ();
  b.join ();
}
