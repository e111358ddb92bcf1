/* expect: race
   expect: use-after-free
   options: --no-races

   A stack by compare-and-exchange whose nodes are freed when they were popped:
   another thread may be about to look at them.  If it was faster, the free is a
   write that nothing orders after the look: a race.  If not, it looks at freed
   memory. */

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  _Atomic (struct node *) next;
};

static _Atomic (struct node *) top;

static void push (void) {
  struct node *node = malloc (sizeof *node);
  node->next = top;
  top = node;
}

static void *pop (void *none) {
  struct node *node = top;
  while (node && !atomic_compare_exchange_strong (&top, &node, node->next))
    ;
  free (node);
  return none;
}

int main (void) {
  pthread_t a, b;
  push ();
  push ();
  pthread_create (&a, NULL, pop, NULL);
  pthread_create (&b, NULL, pop, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
