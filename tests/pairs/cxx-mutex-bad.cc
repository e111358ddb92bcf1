// expect: race
//
// C++: one of two threads forgets the lock.

#include <mutex>
#include <thread>

static std::mutex lock;
static int counter;

int main () {
  std::thread a ([] {
    std::lock_guard<std::mutex> guard (lock);
    counter++;
  });
  std::thread b ([] { counter++; });
  a.join ();
  b.join ();
}
