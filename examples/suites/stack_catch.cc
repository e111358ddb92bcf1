// The same suite with Catch2 (2, which is one header); `sett check
// stack_catch.cc`.

#define CATCH_CONFIG_MAIN
#define CATCH_CONFIG_NO_POSIX_SIGNALS // Sett tells of crashes itself

#include <atomic>
#include <catch2/catch.hpp>
#include <thread>

class Stack {
public:
  void push (int value) {
    int place = size.load ();
    items[place] = value;
    size.store (place + 1); // another thread may have been here
  }
  int count () const { return size.load (); }

private:
  std::atomic<int> items[4] = {};
  std::atomic<int> size{0};
};

TEST_CASE ("counts what one thread pushes") {
  Stack stack;
  stack.push (1);
  stack.push (2);
  REQUIRE (stack.count () == 2);
}

TEST_CASE ("counts what two threads push") {
  Stack stack;
  std::thread other ([&] { stack.push (1); });
  stack.push (2);
  other.join ();
  REQUIRE (stack.count () == 2);
}
