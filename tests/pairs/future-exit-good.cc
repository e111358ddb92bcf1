// expect: verified
// expect: verified
// options: -DTASK
//
// A result that is there when the thread has ended, after its thread-local objects
// were destroyed.

#include <cassert>
#include <chrono>
#include <future>
#include <thread>

static int cleaned;

struct cleaner {
  int value = 3;
  ~cleaner () {
    cleaned = 1;
  }
};

static int use () {
  thread_local cleaner one;
  return one.value;
}

int main () {
#ifdef TASK
  std::packaged_task<int ()> task (use);
  auto result = task.get_future ();
  std::thread thread ([&task] { task.make_ready_at_thread_exit (); });
#else
  std::promise<int> promise;
  auto result = promise.get_future ();
  std::thread thread ([&promise] { promise.set_value_at_thread_exit (use ()); });
#endif
  if (result.wait_for (std::chrono::seconds (0)) == std::future_status::ready)
    assert (cleaned);
  assert (result.get () == 3 && cleaned);
  thread.join ();
}
