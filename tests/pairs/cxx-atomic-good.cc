// expect: verified
//
// C++: release and acquire hand the data over; the consumer waits busily.

#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<bool> ready;
static int data;

int main () {
  std::thread producer ([] {
    data = 42;
    ready.store (true, std::memory_order_release);
  });
  std::thread consumer ([] {
    while (!ready.load (std::memory_order_acquire))
      std::this_thread::yield ();
    assert (data == 42);
  });
  producer.join ();
  consumer.join ();
}
