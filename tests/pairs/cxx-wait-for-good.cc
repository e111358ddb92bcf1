// expect: verified
//
// C++: a wait with a time limit; both ends are all right.

#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable ready;
static bool sent;

int main () {
  std::thread waiter ([] {
    std::unique_lock<std::mutex> guard (lock);
    bool in_time =
        ready.wait_for (guard, std::chrono::seconds (1), [] { return sent; });
    assert (in_time == sent);
  });
  {
    std::lock_guard<std::mutex> guard (lock);
    sent = true;
  }
  ready.notify_one ();
  waiter.join ();
}
