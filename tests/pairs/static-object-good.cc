// expect: verified
//
// The destructor of a static object ends its thread, after main has returned.  (And
// std::cout, if it has a buffer of its own, is flushed then: a child process checks
// that by what its parent gets.)

#include <cassert>
#include <condition_variable>
#include <cstring>
#include <iostream>
#include <mutex>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

struct pool {
  std::mutex lock;
  std::condition_variable changed;
  bool stopping = false;
  int *work = new int (0);
  std::thread thread;
  void begin () {
    thread = std::thread ([this] {
      std::unique_lock<std::mutex> held (lock);
      while (!stopping)
        changed.wait (held);
      *work = 1;
    });
  }
  ~pool () {
    if (!thread.joinable ()) {
      delete work;
      return;
    }
    {
      std::lock_guard<std::mutex> held (lock);
      stopping = true;
    }
    changed.notify_all ();
    thread.join ();
    assert (*work == 1);
    delete work;
  }
};

static pool workers;

int main () {
  int ends[2];
  char got[8];
  if (pipe (ends))
    return 1;
  const pid_t child = fork ();
  if (child == 0) {
    dup2 (ends[1], 1);
    std::ios::sync_with_stdio (false);
    std::cout << "hello";
    return 0;
  }
  close (ends[1]);
  assert (read (ends[0], got, sizeof got) == 5 && !memcmp (got, "hello", 5));
  waitpid (child, nullptr, 0);
  workers.begin ();
}
