// expect: assertion
//
// C++: an atomic flag says "done" when the work has only begun.

#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<bool> begun;
static std::atomic<int> value;

static void use () {
  if (!begun.exchange (true))
    value = 42;
  assert (value == 42);
}

int main () {
  std::thread a (use);
  std::thread b (use);
  a.join ();
  b.join ();
}
