/* Threads that use the same sockets: what does each operation give?

   threads SEED           runs a random one
   threads SEED ?         prints it
   threads - SETUP ONE... runs this one: a kind of sockets and operations of
   each thread, as in script.c

   Operations wait.  The output is what each thread has got, one after the
   other. */

#define main script_main
#include "script.c"
#undef main

#include <pthread.h>

enum { MOST_THREADS = 3 };

static char scripts[MOST_THREADS][100];
static char results[MOST_THREADS][200];
static int thread_count;

static void *play (void *argument) {
  const int number_ = (int)(long)argument;
  length = 0;
  next_byte = (char)('a' + 8 * number_);
  perform (scripts[number_]);
  strcpy (results[number_], line);
  return NULL;
}

static void make_scripts (void) {
  static const char kinds[] = "tupDdn";
  static const char *const operations[] = {"ssrrkphpX", "strrkpX"};
  waits = 1;
  kind = kinds[draw (sizeof kinds - 1)];
  thread_count = 2 + (int)draw (2);
  for (int i = 0; i < thread_count; i++) {
    char *to = scripts[i];
    for (unsigned k = 1 + draw (thread_count == 2 ? 3 : 2); k; k--) {
      const char *some = operations[!is_stream ()];
      const char what = some[draw ((unsigned)strlen (some))];
      char who = "ab"[draw (2)];
      if (strchr ("tu", kind) && !draw (5)) { /* connections */
        to += sprintf (to, " %s", draw (2) ? "cc0" : draw (2) ? "lA" : "lX");
        continue;
      }
      to += sprintf (to, " %c%c%u", who, what,
                     what == 'h' || what == 't' ? draw (3) : 1 + draw (3));
    }
  }
}

int main (int argc, char **argv) {
  pthread_t threads[MOST_THREADS];
  waits = 1;
  if (!strcmp (argv[1], "-")) {
    kind = argv[2][0];
    for (thread_count = 0; thread_count < argc - 3; thread_count++)
      strcpy (scripts[thread_count], argv[3 + thread_count]);
  } else {
    number = atoi (argv[1]);
    seed = (unsigned long)number * 77777 + 5;
    draw (2);
    make_scripts ();
  }
  if (argc > 2 && !strcmp (argv[2], "?")) {
    printf ("%c", kind);
    for (int i = 0; i < thread_count; i++)
      printf (" '%s'", scripts[i]);
    printf ("\n");
    return 0;
  }
  prepare ();
  for (int i = 1; i < thread_count; i++)
    pthread_create (&threads[i], NULL, play, (void *)(long)i);
  play (NULL);
  for (int i = 1; i < thread_count; i++)
    pthread_join (threads[i], NULL);
  for (int i = 0; i < thread_count; i++)
    printf ("%s;", results[i]);
  printf ("\n");
  return 0;
}
