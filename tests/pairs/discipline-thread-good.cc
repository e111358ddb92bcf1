/* expect: verified
   options: --discipline mld
   expect: verified
   options: --discipline mld --search ifsss
   long: yes
   expect: discipline
   options: --discipline mld -DKEEP

   What std::thread makes for a new thread (its function, with what that
   captures, and its arguments) belongs to it from then on; unless somebody kept
   a pointer.
 */

#include <memory>
#include <mutex>
#include <thread>
#include <vector>

static thread_local int own = 3;
static std::mutex mutex;
static int sum;

static int fibonacci (int n) {
  int local[4] = {n, n + 1, n, n};
  int *p = local;
  own += p[n % 4];
  return n < 2 ? n : fibonacci (n - 1) + fibonacci (n - 2);
}

int main () {
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; i++) {
    auto given = std::make_unique<int> (i);
#ifdef KEEP
    int *kept = given.get ();
#endif
    threads.emplace_back (
        [i] (std::unique_ptr<int> mine) {
          *mine += fibonacci (3) + i;
          std::lock_guard<std::mutex> guard (mutex);
          sum += *mine + own;
        },
        std::move (given));
#ifdef KEEP
    *kept = 4;
#endif
  }
  for (auto &t : threads)
    t.join ();
  return sum == 0;
}
