/* Blocks of the heap by many statements: each has a lock that two threads take
   in another order than those of `first`.  WAY chooses. */
#include <pthread.h>
#include <stdlib.h>

struct part {
  int number;
  pthread_mutex_t lock;
};
typedef struct box {
  long size;
  struct part parts[2];
  struct box *next;
} box_t;

struct list {
  box_t *head;
  box_t **all;
} list;

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t *second;

static void *xmalloc (size_t size) {
  void *memory = malloc (size);
  return memory;
}

static box_t *make (void) {
  return calloc (1, sizeof (box_t));
}

static struct part *make_part (void) {
  return malloc (sizeof (struct part));
}

static pthread_mutex_t *choose (int way) {
  switch (way) {
  case 0: {
    box_t *box = malloc (sizeof *box);
    return &box->parts[1].lock;
  }
  case 1: {
    struct box *boxes = calloc (5, sizeof (struct box));
    return &boxes[3].parts[0].lock;
  }
  case 2:
    list.head = malloc (sizeof (*list.head));
    return &list.head->parts[0].lock;
  case 3:
    return &make ()->parts[1].lock;
  case 4: {
    box_t *wrapped = xmalloc (sizeof (box_t));
    return &wrapped->parts[1].lock;
  }
  case 5: {
    pthread_mutex_t *lock = malloc (sizeof *lock);
    return lock;
  }
  case 6: {
    struct part *old = make_part (), *part = make_part ();
    pthread_mutex_init (&old->lock, NULL);
    pthread_mutex_lock (&old->lock);
    return &part->lock;
  }
  default: { /* nothing says what it is */
    char *bytes = malloc (500);
    return (pthread_mutex_t *)(bytes + 64);
  }
  }
}

static void *run (void *none) {
  pthread_mutex_lock (second);
  pthread_mutex_lock (&first);
  pthread_mutex_unlock (&first);
  pthread_mutex_unlock (second);
  return none;
}

int main (int argc, char **argv) {
  pthread_t a;
  second = choose (atoi (argv[argc - 1]));
  pthread_mutex_init (second, NULL);
  pthread_create (&a, NULL, run, NULL);
  pthread_mutex_lock (&first);
  pthread_mutex_lock (second);
  pthread_mutex_unlock (second);
  pthread_mutex_unlock (&first);
  pthread_join (a, NULL);
  return 0;
}
