/* expect: verified
   expect: verified
   options: -O2

   A stack of Treiber's: who fails tries again with what is on top now. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

typedef struct node {
  struct node *next;
} node;

static node nodes[3];
static _Atomic (node *) top;

static void *push (void *which) {
  node *n = which;
  node *old = atomic_load (&top);
  do
    n->next = old;
  while (!atomic_compare_exchange_weak (&top, &old, n));
  return NULL;
}

int main (void) {
  pthread_t thread[3];
  int count = 0;
  for (int i = 0; i < 3; i++)
    pthread_create (&thread[i], NULL, push, &nodes[i]);
  for (int i = 0; i < 3; i++)
    pthread_join (thread[i], NULL);
  for (node *n = top; n; n = n->next)
    count++;
  assert (count == 3);
  return 0;
}
