// expect: verified
// executions: 4
//
// C++: unique_lock can try, give back, and take in the right order.

#include <mutex>
#include <thread>

static std::mutex a, b;

int main () {
  std::thread left ([] {
    std::lock_guard<std::mutex> first (a);
    std::lock_guard<std::mutex> second (b);
  });
  std::thread right ([] {
    std::unique_lock<std::mutex> second (b);
    std::unique_lock<std::mutex> first (a, std::try_to_lock);
    if (!first) {
      second.unlock ();
      first.lock ();
      second.lock ();
    }
  });
  left.join ();
  right.join ();
}
