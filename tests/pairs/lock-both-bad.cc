/* Two threads take two mutexes one after the other, in different orders.
   expect: deadlock
   options: --stateful
   expect: deadlock */
#include <mutex>
#include <thread>

static std::mutex a, b;
static int count;

int main () {
  std::thread other ([] {
    std::lock_guard<std::mutex> first (a), second (b);
    count++;
  });
  {
    std::lock_guard<std::mutex> first (b), second (a);
    count++;
  }
  other.join ();
  return count != 2;
}
