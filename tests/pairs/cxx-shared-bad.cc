// expect: race
// options: -std=gnu++17
//
// C++: a thread writes under the shared lock, which is for readers.

#include <shared_mutex>
#include <thread>

static std::shared_mutex lock;
static int data;

static void write () {
  std::shared_lock<std::shared_mutex> guard (lock);
  data++;
}

int main () {
  std::thread a (write);
  std::thread b (write);
  a.join ();
  b.join ();
}
