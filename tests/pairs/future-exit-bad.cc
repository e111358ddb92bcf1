// expect: race
// expect: assertion
// options: -DREADY
// expect: assertion
// options: -DUNREADY
//
// A result is there before the thread's thread-local objects are destroyed; or it is
// taken for certain that it is there, or is not, when main looks first.

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
  std::promise<int> promise;
  auto result = promise.get_future ();
#if defined READY || defined UNREADY
  std::thread thread ([&promise] { promise.set_value_at_thread_exit (use ()); });
  const auto status = result.wait_for (std::chrono::seconds (0));
#ifdef READY
  assert (status == std::future_status::ready);
#else
  assert (status != std::future_status::ready);
#endif
#else
  std::thread thread ([&promise] { promise.set_value (use ()); });
#endif
  result.wait ();
#if !defined READY && !defined UNREADY
  assert (cleaned || !cleaned);
#endif
  thread.join ();
}
