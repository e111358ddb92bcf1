// expect: deadlock
//
// C++: guards in opposite orders.

#include <mutex>
#include <thread>

static std::mutex a, b;

int main () {
  std::thread left ([] {
    std::lock_guard<std::mutex> first (a);
    std::lock_guard<std::mutex> second (b);
  });
  std::thread right ([] {
    std::lock_guard<std::mutex> first (b);
    std::lock_guard<std::mutex> second (a);
  });
  left.join ();
  right.join ();
}
