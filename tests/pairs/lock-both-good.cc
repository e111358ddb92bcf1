/* Two threads take two mutexes together, in different orders: std::lock takes
   one, tries the other, and gives back.  Each notices what the other one
   tries, so that dpor alone does not come to an end.
   expect: verified
   options: --stateful
   expect: bounded
   options: --preemptions 2 */
#include <mutex>
#include <thread>

static std::mutex a, b;
static int count;

int main () {
  std::thread other ([] {
    std::scoped_lock both (a, b);
    count++;
  });
  {
    std::scoped_lock both (b, a);
    count++;
  }
  other.join ();
  return count != 2;
}
