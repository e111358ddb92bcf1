// expect: verified
// executions: 2
//
// C++: a guard releases the lock, also when an exception passes by.

#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>

static std::mutex lock;
static int counter;

static void increment () {
  std::lock_guard<std::mutex> guard (lock);
  if (++counter == 2)
    throw std::runtime_error ("enough");
}

static void run () {
  try {
    increment ();
  } catch (const std::runtime_error &) {
  }
}

int main () {
  std::thread a (run);
  std::thread b (run);
  a.join ();
  b.join ();
  assert (counter == 2);
}
