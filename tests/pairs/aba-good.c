/* expect: verified
   executions: 16

   A stack by compare-and-exchange whose top has a version: a node that was
   taken and put back is not the same top. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

/* Nodes have numbers; 0 is none.  The stack is 1, 2.  The version is in the
   upper bits of top. */
#define VERSION 256
static atomic_int top = 1;
static atomic_int next[3] = {0, 2, 0};
static int kept;

static int successor (int old, int node) {
  return (old / VERSION + 1) * VERSION + node;
}

static int pop (void) {
  int old = top;
  for (;;) {
    int node = old % VERSION;
    if (node == 0)
      return 0;
    int fresh = successor (old, next[node]);
    if (atomic_compare_exchange_strong (&top, &old, fresh))
      return node;
  }
}

static void push (int node) {
  int old = top;
  do
    next[node] = old % VERSION;
  while (!atomic_compare_exchange_strong (&top, &old, successor (old, node)));
}

static void *one (void *none) {
  pop ();
  return none;
}

static void *other (void *none) {
  int first = pop ();
  kept = pop ();
  push (first);
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, one, NULL);
  pthread_create (&b, NULL, other, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  for (int node = top % VERSION; node; node = next[node])
    assert (node != kept);
  return 0;
}
