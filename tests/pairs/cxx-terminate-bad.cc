// expect: assertion
//
// C++: a thread that is neither joined nor detached ends the program.

#include <thread>

int main () {
  std::thread forgotten ([] {});
}
