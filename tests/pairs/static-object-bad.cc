// expect: deadlock
// expect: use-after-free
// options: -DDETACHED
//
// The destructor of a static object runs when main has returned: it wakes a
// thread that does not look whether it shall stop, or frees what a thread still
// uses.

#include <condition_variable>
#include <mutex>
#include <thread>

struct pool {
  std::mutex lock;
  std::condition_variable changed;
  bool stopping = false;
  int *work = new int (0);
  std::thread thread;
  void begin () {
    thread = std::thread ([this] {
#ifdef DETACHED
      *work = 1;
#else
      std::unique_lock<std::mutex> held (lock);
      changed.wait (held);
#endif
    });
  }
  ~pool () {
#ifdef DETACHED
    thread.detach ();
#else
    {
      std::lock_guard<std::mutex> held (lock);
      stopping = true;
    }
    changed.notify_all ();
    thread.join ();
#endif
    delete work;
  }
};

static pool workers;

int main () {
  workers.begin ();
}
