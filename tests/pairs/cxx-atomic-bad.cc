// expect: race
//
// C++: a relaxed flag hands nothing over.

#include <atomic>
#include <thread>

static std::atomic<bool> ready;
static int data;

int main () {
  int result = 0;
  std::thread producer ([] {
    data = 42;
    ready.store (true, std::memory_order_relaxed);
  });
  std::thread consumer ([&result] {
    if (ready.load (std::memory_order_relaxed))
      result = data;
  });
  producer.join ();
  consumer.join ();
}
