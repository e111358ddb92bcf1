/* expect: assertion

   The link is not made anew when the top has changed. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

typedef struct node {
  struct node *next;
} node;

static node nodes[2];
static _Atomic (node *) top;

static void *push (void *which) {
  node *n = which;
  node *old = atomic_load (&top);
  n->next = old;
  while (!atomic_compare_exchange_weak (&top, &old, n))
    ;
  return NULL;
}

int main (void) {
  pthread_t thread[2];
  int count = 0;
  for (int i = 0; i < 2; i++)
    pthread_create (&thread[i], NULL, push, &nodes[i]);
  for (int i = 0; i < 2; i++)
    pthread_join (thread[i], NULL);
  for (node *n = top; n; n = n->next)
    count++;
  assert (count == 2);
  return 0;
}
