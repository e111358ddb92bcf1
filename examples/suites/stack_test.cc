// A test suite that passes almost always: two threads push, and the stack counts
// what it has.  GoogleTest; `sett check stack_test.cc -lgtest -lgtest_main`.

#include <atomic>
#include <gtest/gtest.h>
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

TEST (Stack, CountsWhatOneThreadPushes) {
  Stack stack;
  stack.push (1);
  stack.push (2);
  EXPECT_EQ (stack.count (), 2);
}

TEST (Stack, CountsWhatTwoThreadsPush) {
  Stack stack;
  std::thread other ([&] { stack.push (1); });
  stack.push (2);
  other.join ();
  EXPECT_EQ (stack.count (), 2);
}
