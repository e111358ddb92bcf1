// expect: deadlock
//
// C++: a wait without a predicate loses a notification that came before.

#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable ready;

int main () {
  std::thread waiter ([] {
    std::unique_lock<std::mutex> guard (lock);
    ready.wait (guard);
  });
  {
    std::lock_guard<std::mutex> guard (lock);
    ready.notify_one ();
  }
  waiter.join ();
}
