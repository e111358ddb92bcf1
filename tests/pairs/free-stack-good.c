/* expect: verified
   executions: 4

   A stack by compare-and-exchange whose nodes are freed when nobody can look
   at them any more. */

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
  (void)none;
  struct node *node = top;
  while (node && !atomic_compare_exchange_strong (&top, &node, node->next))
    ;
  return node;
}

int main (void) {
  pthread_t a, b;
  void *first, *second;
  push ();
  push ();
  pthread_create (&a, NULL, pop, NULL);
  pthread_create (&b, NULL, pop, NULL);
  pthread_join (a, &first);
  pthread_join (b, &second);
  free (first);
  free (second);
  return 0;
}
