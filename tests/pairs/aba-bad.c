/* expect: assertion

   A stack by compare-and-exchange.  While one thread is about to pop the first
   node, the other one pops both and pushes the first one back: the exchange
   succeeds, and a node that is in use is in the stack again. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

/* Nodes have numbers; 0 is none.  The stack is 1, 2. */
static atomic_int top = 1;
static atomic_int next[3] = {0, 2, 0};
static int kept;

static int pop (void) {
  int node = top;
  while (node && !atomic_compare_exchange_strong (&top, &node, next[node]))
    ;
  return node;
}

static void push (int node) {
  int first = top;
  do
    next[node] = first;
  while (!atomic_compare_exchange_strong (&top, &first, node));
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
  for (int node = top; node; node = next[node])
    assert (node != kept);
  return 0;
}
