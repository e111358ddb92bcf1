// expect: verified
//
// C++: a wait with a predicate.

#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable ready;
static bool sent;

int main () {
  std::thread waiter ([] {
    std::unique_lock<std::mutex> guard (lock);
    ready.wait (guard, [] { return sent; });
  });
  {
    std::lock_guard<std::mutex> guard (lock);
    sent = true;
  }
  ready.notify_one ();
  waiter.join ();
}
