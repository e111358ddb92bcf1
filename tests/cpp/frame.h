// What random programs have around them.  With NATIVE the machine runs them, by
// itself, and threads dawdle.

#ifndef TESTS_CPP_FRAME_H
#define TESTS_CPP_FRAME_H

#include <atomic>
#include <barrier>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <future>
#include <latch>
#include <memory>
#include <mutex>
#include <semaphore>
#include <shared_mutex>
#include <stop_token>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

#ifdef NATIVE
static void dawdle () {
  static std::atomic<unsigned> luck (unsigned (getpid ()) * 2654435761u);
  const unsigned n = (luck = luck * 1664525u + 1013904223u) >> 20;
  if (n % 4 == 0)
    std::this_thread::yield ();
  else if (n % 16 == 1)
    usleep (n / 16 % 60);
}
#define LIMIT std::chrono::microseconds (30)
#else
static inline void dawdle () {
  asm volatile("" ::: "memory");
}
#define LIMIT std::chrono::hours (1000)
#endif

typedef int PLAIN;

// It never moves: what two threads do to it at the same time has an end.
struct VECTOR : std::vector<char> {
  VECTOR () { reserve (64); }
};

static unsigned chosen;
static inline bool is_chosen (unsigned number) {
  return chosen == number;
}

// Each call writes at once.
static void say (char c) {
  dawdle ();
  std::putchar (c);
}

static void show (unsigned r) {
  dawdle ();
  std::printf ("%u.", r);
}

// What a thread has seen so far.
#define SEE(VALUE)                                                             \
  do {                                                                         \
    dawdle ();                                                                 \
    r = r * 5 + (unsigned)(VALUE) + 1;                                         \
    asm volatile("" : "+r"(r));                                                \
  } while (0)
#define SHOW(R) show (R)

// A result can be set once.
#define TRY_TO(CALL)                                                           \
  do {                                                                         \
    try {                                                                      \
      CALL;                                                                    \
    } catch (const std::future_error &) {                                      \
      SEE (9);                                                                 \
    }                                                                          \
  } while (0)

#define WHAT_FAILED                                                            \
  static unsigned what_failed () {                                             \
    try {                                                                      \
      throw;                                                                   \
    } catch (const failure &f) {                                               \
      return f.value;                                                          \
    } catch (const std::future_error &) {                                      \
      return 8;                                                                \
    }                                                                          \
  }

#endif
