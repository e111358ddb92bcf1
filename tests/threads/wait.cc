/* expect: verified
   options: -std=c++20
   expect: deadlock
   options: -std=c++20 -DFORGET

   std::atomic::wait. */

#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> flag;
static int value;

int main () {
  std::thread waiter ([] {
    flag.wait (0);
    assert (value == 1);
  });
  value = 1;
  flag = 1;
#ifndef FORGET
  flag.notify_one ();
#endif
  waiter.join ();
}
