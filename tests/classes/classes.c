/* Threads that use an abstract object of a class with a relation by chance.

   Under Sett they do so.  Alone, the program counts how many executions that
   makes: orders of all operations, where two are the same if operations that
   conflict come in the same order.  Both know the seed only.

   FORGETFUL: what the class says of two different kinds is not told to Sett. */

#include <pthread.h>
#include <sett.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 3, OPERATIONS = 2, ALL = THREADS * OPERATIONS, CHOSEN = 5 };

static struct sett_class class_at_hand;
static int kinds[ALL]; /* of each thread in turn */
static int object;

static unsigned roll (unsigned n) {
  static unsigned long state;
  if (!n)
    state = 0;
  state = state * 6364136223846793005ul + 1442695040888963407ul;
  return n ? (unsigned)(state >> 33) % n : 0;
}

static int conflict (int a, int b) {
  return (class_at_hand.conflicts[a] >> b & 1) ||
         (class_at_hand.conflicts[b] >> a & 1);
}

static void make (unsigned seed) {
  roll (0);
  while (seed--)
    roll (1);
  for (int i = 0; i < CHOSEN; i++)
    class_at_hand.conflicts[i] = (unsigned char)(roll (256) & roll (256));
  for (int i = 0; i < ALL; i++)
    kinds[i] = (int)roll (CHOSEN);
}

/*------------------------------------------------------------------------*/
/* By hand. */

static int order[ALL], length, done[THREADS];
static unsigned char seen[4096][ALL * ALL];
static int count;

static void note (void) {
  unsigned char relation[ALL * ALL] = {0};
  for (int i = 0; i < ALL; i++)
    for (int j = i + 1; j < ALL; j++)
      if (conflict (kinds[order[i]], kinds[order[j]]))
        relation[order[i] * ALL + order[j]] = 1;
  for (int i = 0; i < count; i++)
    if (!memcmp (seen[i], relation, sizeof relation))
      return;
  memcpy (seen[count++], relation, sizeof relation);
}

static void try_all (void) {
  if (length == ALL)
    note ();
  for (int t = 0; t < THREADS; t++)
    if (done[t] < OPERATIONS) {
      order[length++] = t * OPERATIONS + done[t]++;
      try_all ();
      length--;
      done[t]--;
    }
}

/*------------------------------------------------------------------------*/

static void operate (int kind) {
  sett_class_operation (&class_at_hand, &object, kind);
  object++;
}

static void *run (void *which) {
  const int *own = which;
  for (int i = 0; i < OPERATIONS; i++)
    operate (own[i]);
  return NULL;
}

int main (int argc, char **argv) {
  pthread_t threads[THREADS];
  make (argc > 1 ? (unsigned)atoi (argv[1]) : 0);
  if (!sett_is_checking ()) {
    try_all ();
    printf ("%d\n", count);
    return 0;
  }
#ifdef FORGETFUL
  for (int i = 0; i < CHOSEN; i++)
    class_at_hand.conflicts[i] &= (unsigned char)(1 << i);
#endif
  for (int i = 0; i < THREADS; i++)
    pthread_create (&threads[i], NULL, run, kinds + i * OPERATIONS);
  for (int i = 0; i < THREADS; i++)
    pthread_join (threads[i], NULL);
  return 0;
}
