// expect: race
// options: -DWRITES
// expect: assertion
// options: -DTHREAD
// expect: assertion
// options: -DMAIN
//
// A thread changes an exception that another one reads; or who is the last to let
// go of it, and destroys it, is taken for certain.

#include <cassert>
#include <exception>
#include <thread>

static thread_local bool is_main;

struct failure {
  int number = 4;
  ~failure () {
#ifdef THREAD
    assert (!is_main);
#elif defined MAIN
    assert (is_main);
#endif
  }
};

static std::exception_ptr make () {
  try {
    throw failure ();
  } catch (...) {
    return std::current_exception ();
  }
}

static void look (std::exception_ptr shared) {
  try {
    std::rethrow_exception (shared);
  } catch (failure &caught) {
#ifdef WRITES
    caught.number = 4;
#else
    assert (caught.number == 4);
#endif
  }
}

int main () {
  is_main = true;
  std::exception_ptr shared = make ();
  std::thread other (look, shared);
#ifdef WRITES
  look (shared);
#endif
  shared = nullptr;
  other.join ();
}
