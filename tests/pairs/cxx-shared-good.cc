// expect: verified
// options: -std=gnu++17
//
// C++: readers share a lock; one of them is asynchronous.

#include <cassert>
#include <future>
#include <shared_mutex>

static std::shared_mutex lock;
static int data;

static int read () {
  std::shared_lock<std::shared_mutex> guard (lock);
  return data;
}

int main () {
  std::future<int> result = std::async (std::launch::async, read);
  {
    std::unique_lock<std::shared_mutex> guard (lock);
    data = 1;
  }
  int seen = result.get ();
  assert (seen == 0 || seen == 1);
}
