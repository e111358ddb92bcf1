/* expect: verified
   options: -std=c++17
   expect: race
   options: -std=c++17 -DSHARED

   Locks and conditions of C++. */

#include <cassert>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex lock;
static std::recursive_mutex again;
static std::mutex mutex;
static std::condition_variable changed;
static int value;
static bool ready;

#ifdef SHARED
typedef std::shared_lock<std::shared_mutex> writing;
#else
typedef std::unique_lock<std::shared_mutex> writing;
#endif

static void read () {
  std::shared_lock<std::shared_mutex> held (lock);
  std::lock_guard<std::recursive_mutex> one (again), two (again);
  assert (value == 0 || value == 1);
}

static void write () {
  {
    writing held (lock);
    value++;
  }
  std::lock_guard<std::mutex> held (mutex);
  ready = true;
  changed.notify_one ();
}

int main () {
  std::thread reader (read), writer (write);
  {
    std::unique_lock<std::mutex> held (mutex);
    changed.wait (held, [] { return ready; });
  }
  reader.join ();
  writer.join ();
}
