/* expect: verified

   What one thread allocates another one frees, for ever. */

#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
typedef struct node {
  struct node *next;
  int v;
} node;
static node *head;
static int count;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER,
                      room = PTHREAD_COND_INITIALIZER;
static void *producer (void *p) {
  for (int i = 0;; i = (i + 1) % 2) {
    node *n = malloc (sizeof *n);
    n->v = i;
    pthread_mutex_lock (&m);
    while (count == 2)
      pthread_cond_wait (&room, &m);
    n->next = head;
    head = n;
    count++;
    pthread_cond_signal (&c);
    pthread_mutex_unlock (&m);
  }
  return p;
}
static void *consumer (void *p) {
  for (;;) {
    pthread_mutex_lock (&m);
    while (!head)
      pthread_cond_wait (&c, &m);
    node *n = head;
    head = n->next;
    count--;
    pthread_cond_signal (&room);
    pthread_mutex_unlock (&m);
    assert (n->v == 0 || n->v == 1);
    free (n);
  }
  return p;
}
int main (void) {
  pthread_t t[2];
  pthread_create (&t[0], 0, producer, 0);
  pthread_create (&t[1], 0, consumer, 0);
  pthread_join (t[0], 0);
}
