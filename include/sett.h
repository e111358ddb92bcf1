/* What a program can tell Sett, the checker of concurrent programs.

   Everything here does nothing when the program runs by itself: there is
   nothing to link, and it costs one comparison with null.  Under Sett the
   run-time library that is loaded then answers.  For C and for C++.

       #include <sett.h>

       int main (void) {
         int customers = 1 + sett_choose (3);
         ...
         sett_assert (balance >= 0);
       } */

#ifndef SETT_H
#define SETT_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How an operation on an abstract object relates to others on the same one. */
enum sett_operation_kind {
  SETT_OBSERVE, /* looks only: the order of two of them does not matter */
  SETT_ADD,     /* changes it so that the order of two of them does not matter,
                   like two increments of a counter that nobody looks at */
  SETT_CHANGE   /* anything else: its order to every other one matters */
};

/* A class of abstract objects with kinds of operations of its own, numbered
   from 0 to 7: for each of them a mask of those with which its order matters,
   itself perhaps among them.  (It is enough that one of two names the other.)

       enum { PUSH, POP, PEEK };
       static const struct sett_class stack = {
           {1 << PUSH | 1 << POP | 1 << PEEK, 1 << POP | 1 << PEEK, 0}};  */
#define SETT_MOST_KINDS 8
struct sett_class {
  unsigned char conflicts[SETT_MOST_KINDS];
};

/* What the run-time library provides; null without it. */
#define SETT_WEAK __attribute__ ((weak))
extern int __sett_choose (int) SETT_WEAK;
extern void __sett_assert (int holds, const char *text) SETT_WEAK;
extern void __sett_assume (int) SETT_WEAK;
extern void __sett_atomic_begin (void) SETT_WEAK;
extern void __sett_atomic_end (void) SETT_WEAK;
extern void __sett_unshared (const volatile void *, size_t) SETT_WEAK;
extern void __sett_tentatively_unshared (const volatile void *,
                                         size_t) SETT_WEAK;
extern void __sett_operation_begin (const volatile void *, int) SETT_WEAK;
extern void __sett_operation_end (const volatile void *, int) SETT_WEAK;
extern void __sett_class_begin (const unsigned char *, const volatile void *,
                                int) SETT_WEAK;
extern void __sett_class_end (const volatile void *, int) SETT_WEAK;
extern void __sett_will_use (const volatile void *, size_t, int) SETT_WEAK;
extern void __sett_will_use_nothing_else (int child) SETT_WEAK;
extern void __sett_label (const char *) SETT_WEAK;
#undef SETT_WEAK

/* Is the program being checked? */
static inline int sett_is_checking (void) {
  return __sett_choose != NULL;
}

/* A number from 0 to n - 1: Sett tries all of them.  Without Sett: 0. */
static inline int sett_choose (int n) {
  return __sett_choose ? __sett_choose (n) : 0;
}

/* The condition must hold.  Like assert, but it is not switched off by NDEBUG,
   and without Sett nothing happens when it does not hold (it is evaluated). */
#define sett_assert(CONDITION)                                                 \
  ((CONDITION)     ? (void)0                                                   \
   : __sett_assert ? __sett_assert (0, #CONDITION)                             \
                   : (void)0)

/* Executions in which the condition does not hold do not count: they end here
   and nothing is reported.  Without Sett nothing happens. */
static inline void sett_assume (int condition) {
  if (__sett_assume)
    __sett_assume (condition);
}

/* No other thread goes on between these two, unless the thread has to wait in
   between.  They can be nested. */
static inline void sett_atomic_begin (void) {
  if (__sett_atomic_begin)
    __sett_atomic_begin ();
}

static inline void sett_atomic_end (void) {
  if (__sett_atomic_end)
    __sett_atomic_end ();
}

/* Promises that from here on one thread only uses these bytes, so that Sett
   need not look at accesses to them.  A promise that is not kept can hide
   errors. */
static inline void sett_unshared (const volatile void *address, size_t size) {
  if (__sett_unshared)
    __sett_unshared (address, size);
}

/* The same, as a guess: when another thread uses them Sett notices, and takes
   the guess back. */
static inline void sett_tentatively_unshared (const volatile void *address,
                                              size_t size) {
  if (__sett_tentatively_unshared)
    __sett_tentatively_unshared (address, size);
}

/* From here to the end of the block is one operation on `OBJECT`, the address
   of something abstract: a queue, a counter.  It happens at once, and what it
   reads and writes inside is not looked at: other threads care for its KIND
   alone (a constant of the enumeration above).  A statement of its own, at
   most one on a line:

       int queue_length (struct queue *q) {
         sett_operation (q, SETT_OBSERVE);
         return q->tail - q->head;
       } */
#define sett_operation(OBJECT, KIND)                                           \
  struct sett_operation_at SETT_JOIN (sett_operation_on_line_, __LINE__)       \
      __attribute__ ((cleanup (sett_operation_end), unused)) =                 \
          sett_operation_begin ((OBJECT), (KIND))

/* The same for an object of a class (struct sett_class above), whose address is
   CLASS; the KIND is one of the class. */
#define sett_class_operation(CLASS, OBJECT, KIND)                              \
  struct sett_operation_at SETT_JOIN (sett_operation_on_line_, __LINE__)       \
      __attribute__ ((cleanup (sett_class_end), unused)) =                     \
          sett_class_begin ((CLASS), (OBJECT), (KIND))
#define SETT_JOIN(A, B) SETT_JOIN_NOW (A, B)
#define SETT_JOIN_NOW(A, B) A##B

struct sett_operation_at {
  const volatile void *object;
  int kind;
};

static inline struct sett_operation_at
sett_operation_begin (const volatile void *object,
                      enum sett_operation_kind kind) {
  const struct sett_operation_at at = {object, (int)kind};
  if (__sett_operation_begin)
    __sett_operation_begin (object, (int)kind);
  return at;
}

static inline void sett_operation_end (const struct sett_operation_at *at) {
  if (__sett_operation_end)
    __sett_operation_end (at->object, at->kind);
}

static inline struct sett_operation_at
sett_class_begin (const struct sett_class *of, const volatile void *object,
                  int kind) {
  const struct sett_operation_at at = {object, kind};
  if (__sett_class_begin)
    __sett_class_begin (of->conflicts, object, kind);
  return at;
}

static inline void sett_class_end (const struct sett_operation_at *at) {
  if (__sett_class_end)
    __sett_class_end (at->object, at->kind);
}

/* What synchronisation the thread will still use, and the threads that it will
   create: locks, conditions, semaphores, barriers, atomic variables in these
   bytes, and whether it only looks at them (SETT_OBSERVE: atomic loads) or not
   (SETT_CHANGE).  When all is listed,

       sett_will_use_nothing_else ()         says so of the thread itself,
       sett_child_will_use_nothing_else ()   of the next thread that it creates.

   Neither will they use files or pipes, nor end the program, but for the return
   of main.  Searches with persistent sets (--search ifsss, sss) need not try
   then what makes no difference.  A thread that does not keep to it is
   reported. A later declaration holds in addition to those before. */
static inline void sett_will_use (const volatile void *address, size_t size,
                                  enum sett_operation_kind kind) {
  if (__sett_will_use)
    __sett_will_use (address, size, (int)kind);
}

static inline void sett_will_use_nothing_else (void) {
  if (__sett_will_use_nothing_else)
    __sett_will_use_nothing_else (0);
}

static inline void sett_child_will_use_nothing_else (void) {
  if (__sett_will_use_nothing_else)
    __sett_will_use_nothing_else (1);
}

/* A place with a name.  `sett check --reach NAME' reports an execution that
   comes here; otherwise it means nothing. */
static inline void sett_label (const char *name) {
  if (__sett_label)
    __sett_label (name);
}

#ifdef __cplusplus
}
#endif

#endif
