// expect: verified
// options: -std=gnu++20
//
// C++20: semaphores, latches and atomic waiting hand data over.

#include <atomic>
#include <cassert>
#include <latch>
#include <semaphore>
#include <thread>

static std::counting_semaphore<4> ready (0);
static std::latch both (2);
static std::atomic<int> flag;
static int first, second, third;

int main () {
  std::jthread worker ([] {
    first = 1;
    ready.release ();
    both.arrive_and_wait ();
    third = second;
    flag = 1;
    flag.notify_all ();
  });
  ready.acquire ();
  second = first;
  both.arrive_and_wait ();
  flag.wait (0);
  assert (third == 1);
}
