/* expect: verified

   What is to be done once fails with an exception, and is begun again. */

#include <cassert>
#include <mutex>
#include <thread>

static std::once_flag once;
static int begun, done;

static void work () {
  if (begun++ == 0)
    throw 42;
  done++;
}

static void run () {
  try {
    std::call_once (once, work);
    assert (done == 1);
  } catch (int number) {
    assert (number == 42);
  }
}

int main () {
  std::thread a (run), b (run);
  a.join ();
  b.join ();
  assert (begun == 2 && done == 1);
}
