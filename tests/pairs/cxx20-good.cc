// expect: verified
// options: -std=gnu++20 -DSEMAPHORE
// expect: verified
// options: -std=gnu++20 -DLATCH
// long: yes
// expect: verified
// options: -std=gnu++20 -DFLAG
// long: yes
// expect: verified
// options: -std=gnu++20 -DSEMAPHORE -DLATCH -DFLAG
// long: yes
//
// C++20: semaphores, latches and atomic waiting hand data over.  All three together
// have 8,985 executions.

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
#ifdef SEMAPHORE
    ready.release ();
#endif
#ifdef LATCH
    both.arrive_and_wait ();
    third = second;
#endif
#ifdef FLAG
    flag = 1;
    flag.notify_all ();
#endif
  });
#ifdef SEMAPHORE
  ready.acquire ();
  second = first;
#endif
#ifdef LATCH
  both.arrive_and_wait ();
#endif
#ifdef FLAG
  flag.wait (0);
#endif
  assert (first == 1);
#if defined FLAG && defined LATCH && defined SEMAPHORE
  assert (third == 1);
#endif
}
