/* A producer hands four numbers to a consumer through a linked list: a lock, a
   condition variable, blocks of the heap, about 30 operations.  With
   -DMEBIBYTES the program also has that much memory, all of it in use, and
   writes a little to it. */

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#ifndef MEBIBYTES
#define MEBIBYTES 0
#endif

enum { NUMBERS = 4, STRIDE = 5000 };

struct item {
  struct item *next;
  int value;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static struct item *list;
static char *memory;
static int sum;

static void *produce (void *unused) {
  for (int i = 0; i < NUMBERS; i++) {
    struct item *item = malloc (sizeof *item);
    item->value = i;
    pthread_mutex_lock (&lock);
    item->next = list;
    list = item;
    pthread_cond_signal (&filled);
    pthread_mutex_unlock (&lock);
    if (MEBIBYTES)
      memory[(1 + i) * STRIDE]++;
  }
  return unused;
}

static void *consume (void *unused) {
  for (int i = 0; i < NUMBERS; i++) {
    pthread_mutex_lock (&lock);
    while (!list)
      pthread_cond_wait (&filled, &lock);
    struct item *item = list;
    list = item->next;
    sum += item->value;
    pthread_mutex_unlock (&lock);
    free (item);
  }
  return unused;
}

int main (void) {
  pthread_t producer, consumer;
  if (MEBIBYTES) {
    const size_t size = (size_t)MEBIBYTES << 20;
    memory = malloc (size);
    memset (memory, 1, size);
  }
  pthread_create (&producer, NULL, produce, NULL);
  pthread_create (&consumer, NULL, consume, NULL);
  pthread_join (producer, NULL);
  pthread_join (consumer, NULL);
  return sum != NUMBERS * (NUMBERS - 1) / 2;
}
