// expect: verified
//
// C++: results and exceptions pass through a future.

#include <cassert>
#include <future>
#include <stdexcept>
#include <thread>

int main () {
  std::promise<int> answer;
  std::future<int> result = answer.get_future ();
  std::thread worker ([&answer] {
    try {
      throw std::runtime_error ("no answer");
    } catch (...) {
      answer.set_exception (std::current_exception ());
    }
  });
  bool caught = false;
  try {
    result.get ();
  } catch (const std::runtime_error &) {
    caught = true;
  }
  worker.join ();
  assert (caught);
}
