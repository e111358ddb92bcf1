/* Threads that use two streams: what is in one at the end, and who has read
   what from the other.

   usage: streams SCRIPT ...          a thread for each script

          streams --all SCRIPT ...    what can come out, by trying all orders

   The letters of a script:

     p  write the letter of the thread

     g  read a letter

     l  lock the stream and write twice

     n  lock it, read a letter, write

     t  write if the lock is free, else note that it is not ("-") */

#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { MOST_THREADS = 4, MOST = 40 };

static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
static int threads;
static char **scripts;

typedef struct outcome {
  char written[MOST], read[MOST_THREADS][MOST];
} outcome;

static void add (char *text, int letter) {
  const size_t length = strlen (text);
  text[length] = (char)letter;
  text[length + 1] = 0;
}

static void print (const outcome *o) {
  printf ("%s", o->written);
  for (int i = 0; i < threads; i++)
    printf ("/%s", o->read[i]);
  printf ("\n");
}

/*------------------------------------------------------------------------*/
/* All orders of what threads do with the two streams.  Where somebody tries
   (`t'), taking and releasing the stream that is written are steps of their
   own, and so is what `n' reads in between.  Where nobody does, it is all the
   same if they come at once. */

typedef struct place {
  int at[MOST_THREADS];
  int taken;     /* letters that were read */
  int owner;     /* thread plus 1 */
  int must_read; /* the owner does so before it releases */
  int can_fail;  /* somebody tries */
} place;

static void read_letter (place *p, int thread, outcome *o) {
  add (o->read[thread], letters[p->taken++]);
}

/* Is the step done with this? */
static int take (place *p, int thread, outcome *o) {
  const char step = scripts[thread][p->at[thread]];
  if (step == 'g' || (step == 'n' && !p->can_fail))
    read_letter (p, thread, o);
  if (step == 'g')
    return 1;
  add (o->written, 'A' + thread);
  if (step == 'l')
    add (o->written, 'A' + thread);
  if (!p->can_fail)
    return 1;
  p->owner = thread + 1;
  p->must_read = step == 'n';
  return 0;
}

static int go_on (place *p, int thread, outcome *o) {
  if (!p->must_read) {
    p->owner = 0;
    return 1;
  }
  read_letter (p, thread, o);
  p->must_read = 0;
  return 0;
}

static void try_all (const place *before, const outcome *so_far) {
  int is_end = 1;
  for (int i = 0; i < threads; i++) {
    const char step = scripts[i][before->at[i]];
    if (!step)
      continue;
    is_end = 0;
    place p = *before;
    outcome o = *so_far;
    int is_done = 1;
    if (p.owner == i + 1)
      is_done = go_on (&p, i, &o);
    else if (!p.owner || step == 'g')
      is_done = take (&p, i, &o);
    else if (step == 't')
      add (o.read[i], '-');
    else
      continue;
    p.at[i] += is_done;
    try_all (&p, &o);
  }
  if (is_end)
    print (so_far);
}

/*------------------------------------------------------------------------*/
/* One of them. */

static FILE *in, *out;
static outcome result;

static void write_letter (int self) {
  fprintf (out, "%c", 'A' + self);
}

static void step (char what, int self) {
  if (what == 't' && ftrylockfile (out)) {
    add (result.read[self], '-');
    return;
  }
  if (what == 'l' || what == 'n')
    flockfile (out);
  if (what == 'l')
    write_letter (self);
  if (what == 'g' || what == 'n')
    add (result.read[self], getc (in));
  if (what != 'g')
    write_letter (self);
  if (what != 'p' && what != 'g')
    funlockfile (out);
}

static void *run (void *argument) {
  const int self = (int)(long)argument;
  for (const char *at = scripts[self]; *at; at++)
    step (*at, self);
  return NULL;
}

int main (int argc, char **argv) {
  pthread_t ids[MOST_THREADS];
  const int all = argc > 1 && !strcmp (argv[1], "--all");
  scripts = argv + 1 + all;
  threads = argc - 1 - all;
  if (threads < 1 || threads > MOST_THREADS)
    return 2;
  if (all) {
    place first = {.taken = 0};
    for (int i = 0; i < threads; i++)
      first.can_fail |= strchr (scripts[i], 't') != NULL;
    try_all (&first, &(outcome){.written = ""});
    return 0;
  }
  in = tmpfile ();
  out = tmpfile ();
  fputs (letters, in);
  rewind (in);
  for (long i = 0; i < threads; i++)
    pthread_create (&ids[i], NULL, run, (void *)i);
  for (int i = 0; i < threads; i++)
    pthread_join (ids[i], NULL);
  rewind (out);
  if (!fgets (result.written, MOST, out))
    result.written[0] = 0;
  print (&result);
  return 0;
}
