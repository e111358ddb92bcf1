// expect: verified
//
// Two threads and main share an exception; the last of them to let go of it
// destroys it, after the others have read it.

#include <cassert>
#include <exception>
#include <string>
#include <thread>

struct failure {
  std::string text;
  explicit failure (const char *words) : text (words) {
  }
};

static const char words[] = "a text that is long enough for the heap";

static void look (std::exception_ptr shared) {
  try {
    std::rethrow_exception (shared);
  } catch (const failure &caught) {
    assert (caught.text == words);
  }
}

int main () {
  std::exception_ptr shared = std::make_exception_ptr (failure (words));
  std::thread first (look, shared), second (look, shared);
  shared = nullptr;
  first.join ();
  second.join ();
}
