// expect: race
// options: -std=gnu++20
//
// C++20: a latch opens when both have arrived; one arrives too early.

#include <latch>
#include <thread>

static std::latch both (2);
static int data;

int main () {
  std::jthread worker ([] {
    both.count_down ();
    data = 42;
  });
  both.arrive_and_wait ();
  return data == 1;
}
