// Threads, locks and lambdas of C++: the counter is guarded, the sum is not.
#include <mutex>
#include <thread>

static std::mutex lock;
namespace totals {
static int counter, sum;
}

static void work (int n) {
  {
    std::lock_guard<std::mutex> guard (lock);
    totals::counter++;
  }
  totals::sum += n;
}

int main () {
  std::thread a ([] { work (1); });
  std::thread b ([] { work (2); });
  a.join ();
  b.join ();
  return totals::counter == 2 ? 0 : 1;
}
